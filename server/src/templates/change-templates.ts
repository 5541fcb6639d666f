import { type Database, transact } from '#db';
import type { Caller } from '#http';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Format } from '#messengers';
import { recordAudit } from '#projects';
import { MOST_TEMPLATES, type Template } from './template.ts';
import { requireKey, requireTexts, templateNotFound } from './template-rules.ts';
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  lockTemplate,
  lockTemplatesOf,
  updateTemplate,
} from './template-store.ts';
import { TEXT_KEYS, type Texts } from './texts.ts';

export type TemplatesOptions = { database: Database; clock: Clock };

/** Null says that there is none. */
export type TextsInput = { [K in keyof Texts]?: string | null | undefined };

export async function createTemplate(
  { database, clock }: TemplatesOptions,
  { projectId, actor }: Caller,
  wish: { key: string; texts: TextsInput; format: Format },
): Promise<Template> {
  const { key, format } = wish;
  requireKey(key);
  const texts = mergeTexts({}, wish.texts);
  requireTexts(texts, format);
  return transact(database, async (tx) => {
    await lockTemplatesOf(tx, projectId);
    if ((await findTemplate(tx, projectId, key)) !== undefined) {
      throw new AppError('conflict', `There is a template "${key}" already. Change it, or choose another key.`);
    }
    if ((await countTemplates(tx, projectId)) >= MOST_TEMPLATES) {
      throw new AppError('conflict', `A project has at most ${MOST_TEMPLATES} templates. Delete one first.`);
    }
    const now = clock.now();
    const template = { projectId, key, format, texts, createdAt: now, updatedAt: now };
    await insertTemplate(tx, template);
    await recordAudit(tx, { projectId, actor, action: 'template.created', detail: { key }, at: now });
    return template;
  });
}

/** Changes what is given; a text that is null goes. What was composed before keeps the words it had. */
export async function changeTemplate(
  { database, clock }: TemplatesOptions,
  { projectId, actor }: Caller,
  key: string,
  change: { texts?: TextsInput | undefined; format?: Format | undefined },
): Promise<Template> {
  return transact(database, async (tx) => {
    const template = await lockTemplate(tx, projectId, key);
    if (template === undefined) throw templateNotFound();
    const format = change.format ?? template.format;
    const texts = mergeTexts(template.texts, change.texts ?? {});
    requireTexts(texts, format);
    const fields = [
      ...(format === template.format ? [] : ['format']),
      ...TEXT_KEYS.filter((name) => texts[name] !== template.texts[name]).map((name) => `texts.${name}`),
    ];
    if (fields.length === 0) return template;
    const now = clock.now();
    const changed = { ...template, format, texts, updatedAt: now };
    await updateTemplate(tx, changed);
    const detail = { key, fields };
    await recordAudit(tx, { projectId, actor, action: 'template.changed', detail, at: now });
    return changed;
  });
}

export async function removeTemplate(
  { database, clock }: TemplatesOptions,
  { projectId, actor }: Caller,
  key: string,
): Promise<void> {
  await transact(database, async (tx) => {
    if (!(await deleteTemplate(tx, projectId, key))) throw templateNotFound();
    const at = clock.now();
    await recordAudit(tx, { projectId, actor, action: 'template.removed', detail: { key }, at });
  });
}

function mergeTexts(before: Texts, input: TextsInput): Texts {
  return Object.fromEntries(
    TEXT_KEYS.flatMap((name) => {
      const text = input[name] === undefined ? before[name] : input[name];
      return text === undefined || text === null ? [] : [[name, text]];
    }),
  );
}
