import type { Database } from '#db';
import { AppError } from '#lib/app-error.ts';
import type { Outgoing } from '#lib/outgoing/index.ts';
import type { Format } from '#messengers';
import { allTexts, BUILT_INS, findTemplate, isBuiltIn, problemOfMarkup, type Texts, variablesIn } from '#templates';
import { readButtons } from './buttons.ts';
import { type Composition, isBlank, type MediaWish, renderWith } from './composition.ts';
import { readVars } from './composition-vars.ts';
import type { MessageBody } from './message-body.ts';

type Dependencies = { database: Database; outgoing: Pick<Outgoing, 'checkUrl'> };

/** What a request asks to say. Throws what is wrong with it, by the name of the field. */
export async function readComposition(
  { database, outgoing }: Dependencies,
  projectId: string,
  body: MessageBody,
): Promise<Composition> {
  const { field, texts, format } = await readTexts(database, projectId, body);
  const vars = readVars(body.vars ?? {}, field, texts);
  refuseBadText(field, texts, format, vars);
  const buttons = readButtons(body.buttons ?? []);
  const media = body.media && (await readMedia(outgoing, body.media));
  return { texts, format, vars, ...(media && { media }), ...(buttons.length > 0 && { buttons }) };
}

/** UTF-16 units as written: what could not fit in any case is not rendered to find out. */
const LONGEST_SOURCE = 10_000;

type Source = { field: 'text' | 'template'; texts: Texts; format: Format };

async function readTexts(database: Database, projectId: string, body: MessageBody): Promise<Source> {
  const { text, template: key, format } = body;
  if (text !== undefined && key !== undefined)
    throw invalid('`text` and `template` exclude each other; send one of them.');
  if (text !== undefined && text.length > LONGEST_SOURCE) {
    throw invalid(`\`text\` has ${text.length} characters; at most 4000 are allowed once its variables are filled in.`);
  }
  if (text !== undefined) return { field: 'text', texts: { fallback: text }, format: format ?? 'plain' };
  if (key === undefined) throw invalid('`text` or `template` is required.');
  if (format !== undefined) throw invalid('`format` goes with `text` only: a template has its own.');
  const template = await findTemplate(database, projectId, key);
  if (template === undefined) {
    throw invalid(
      `\`template\` is "${key.slice(0, 100).toWellFormed()}", and the project has no template with that key.`,
    );
  }
  return { field: 'template', texts: template.texts, format: template.format };
}

/** What is known of nobody yet counts as empty; each person's own text is looked at again when it is sent. */
const NOBODY = Object.fromEntries(BUILT_INS.map((name) => [name, '']));

function refuseBadText(field: Source['field'], texts: Texts, format: Format, vars: Record<string, string>): void {
  for (const [name, text] of allTexts(texts)) {
    const where = field === 'text' ? '`text`' : `\`template\`, in its text \`${name}\`,`;
    const markup = problemOfMarkup(text, format);
    if (markup !== undefined) throw invalid(`${where} is not valid ${format}: ${markup}.`);
    const rendered = renderWith(text, format, { ...vars, ...NOBODY });
    if (!rendered.ok) throw invalid(`${where} cannot be sent: ${rendered.problem}.`);
    if (isBlank(rendered.plainText) && !variablesIn(text).some(isBuiltIn)) throw invalid(`${where} must not be empty.`);
  }
}

async function readMedia(
  outgoing: Pick<Outgoing, 'checkUrl'>,
  { type, url }: NonNullable<MessageBody['media']>,
): Promise<MediaWish> {
  const checked = await outgoing.checkUrl(url);
  if (!checked.ok) throw new AppError('invalid_url', `\`media.url\`: ${checked.problem}.`);
  return { type, url };
}

const invalid = (message: string): AppError => new AppError('validation_failed', message);
