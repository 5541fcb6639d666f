import type { Content, Messages } from '#messages';
import type { Button, Channel, Lang } from '#messengers';
import { findProject, type Project } from '#projects';
import { textsIn } from '#texts';
import type { LoginOptions } from './login-options.ts';
import { projectName } from './login-prompt.ts';
import { returnUrlWith } from './return-url.ts';
import { type LoginSession, statusOf } from './session.ts';
import { findSession } from './session-store.ts';
import { sessionToken } from './session-token.ts';

const LONGEST_MAX_URL = 2048;

/** Refers to the code; the address that carries it is made when the message is sent, and stored nowhere. */
type Confirmed = { session: string; lang: Lang };

/** Registers the message that a prompt becomes after Yes. */
export function registerConfirmed(
  messages: Messages,
  options: Omit<LoginOptions, 'messages'>,
): (data: Confirmed) => Content {
  return messages.registerContent<Confirmed>('login_confirmed', async ({ session: id, lang }, { channel }) => {
    const session = await findSession(options.database, id);
    const project = session && (await findProject(options.database, session.projectId));
    if (session === undefined || project === undefined) return { skip: 'login_gone' };
    const texts = textsIn(lang).login;
    const url = wayBack(options, session, project, channel);
    const button: Button[][] = url === undefined ? [] : [[{ text: texts.goBack(projectName(project)), url }]];
    return { text: texts.confirmed(projectName(project)), format: 'plain', buttons: button, confidential: true };
  });
}

/** Where the button leads, in a form that the messenger takes; undefined where there is none. */
function wayBack(
  options: Omit<LoginOptions, 'messages'>,
  session: LoginSession,
  project: Project,
  channel: Channel,
): string | undefined {
  const { baseUrl, masterKey, clock } = options;
  const offered = (url: string) => (isTaken(channel, url) ? url : undefined);
  if (session.kind === 'page') {
    return offered(`${baseUrl}/login/${project.slug}/continue/${sessionToken(masterKey, 'continue', session.id)}`);
  }
  const direct = addressWithCode(options, session);
  if (direct === undefined || statusOf(session, clock.now()) !== 'completed') return undefined;
  return offered(direct) ?? offered(`${baseUrl}/login/return/${sessionToken(masterKey, 'return', session.id)}`);
}

/** The project's page with code and state; undefined once the code is used, or where there is no page. */
export function addressWithCode({ seal }: Pick<LoginOptions, 'seal'>, session: LoginSession): string | undefined {
  if (session.returnUrl === null || session.codeSealed === null) return undefined;
  return returnUrlWith(session.returnUrl, { code: seal.open(session.codeSealed, session.id), state: session.state });
}

/** Telegram refuses hosts that are not public names, MAX long addresses. */
function isTaken(channel: Channel, url: string): boolean {
  if (channel === 'max') return url.length <= LONGEST_MAX_URL;
  const { hostname } = new URL(url);
  return (
    hostname.includes('.') && !hostname.endsWith('.localhost') && !/^127\./.test(hostname) && !hostname.startsWith('[')
  );
}
