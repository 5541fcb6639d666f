import type { TextMessage } from '#messages';
import type { Button, Lang } from '#messengers';
import type { Project } from '#projects';
import { textsIn } from '#texts';
import { describeBrowser } from './describe-browser.ts';
import type { LoginSession } from './session.ts';

const TAP = 'login';

export function projectName(project: Pick<Project, 'name' | 'look'>): string {
  return project.look.display_name ?? project.name;
}

/** The question in the chat. No is as prominent as Yes; with a number to match there is no Yes at all. */
export function loginPrompt(session: LoginSession, project: Project, lang: Lang): TextMessage {
  const texts = textsIn(lang).login;
  const name = projectName(project);
  const browser = describeBrowser(session.clientAgent);
  const lines = [
    session.choices === null ? texts.ask(name) : texts.askNumber(name),
    ...(browser === undefined ? [] : [texts.browser(browser)]),
    ...(session.clientIp === null ? [] : [texts.address(session.clientIp)]),
  ];
  return {
    text: `${lines.join('\n')}\n\n${texts.warning}`,
    format: 'plain',
    buttons: promptButtons(session, lang),
    confidential: true,
  };
}

function promptButtons(session: LoginSession, lang: Lang): Button[][] {
  const texts = textsIn(lang).login;
  const tap = (answer: string) => `${TAP}:${session.id.replaceAll('-', '')}:${answer}`;
  const no: Button = { text: texts.no, tap: tap('no'), style: 'negative' };
  if (session.choices === null) return [[{ text: texts.yes, tap: tap('yes'), style: 'positive' }, no]];
  const numbers = session.choices.map((number): Button => ({ text: String(number), tap: tap(`n${number}`) }));
  return [numbers.slice(0, 3), numbers.slice(3), [no]];
}

/** What a tap says: which session, and `yes`, `no` or a number. */
export function readTap(rest: string): { id: string; answer: 'yes' | 'no' | number } | undefined {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12}):(?:(yes|no)|n(\d{2}))$/.exec(rest);
  if (match === null) return undefined;
  const id = match.slice(1, 6).join('-');
  return { id, answer: match[7] === undefined ? (match[6] as 'yes' | 'no') : Number(match[7]) };
}
