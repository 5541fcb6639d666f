import Type from 'typebox';
import {
  answers,
  decodeCursor,
  type HttpServer,
  NoContent,
  PageQuery,
  PROJECT_ERRORS,
  pageOf,
  pageSchema,
  TAGS,
} from '#http';
import { timestamp } from '#lib/timestamp.ts';
import { changeTemplate, createTemplate, removeTemplate, type TemplatesOptions } from './change-templates.ts';
import { isTemplateKey, LONGEST_TEMPLATE_TEXT, MOST_TEMPLATES, type Template } from './template.ts';
import { templateNotFound } from './template-rules.ts';
import { findTemplate, listTemplates } from './template-store.ts';
import { allTexts } from './texts.ts';
import { variablesIn } from './variables.ts';

const common = { tags: [TAGS.templates], security: [{ apiKey: [] }] };
const TemplateKey = Type.Object({ key: Type.String() });

const Key = Type.String({ description: '1 to 64 of `A-Z`, `a-z`, `0-9`, `_`, `.`, `-`.' });
const Format = Type.Enum(['plain', 'markdown', 'html']);
const Text = Type.Union([Type.String(), Type.Null()]);
const texts = (description: string) =>
  Type.Object({ ru: Type.Optional(Text), en: Type.Optional(Text), fallback: Type.Optional(Text) }, { description });

const TemplateJson = Type.Object({
  key: Key,
  format: Format,
  texts: Type.Object({ ru: Text, en: Text, fallback: Text }),
  variables: Type.Array(Type.String(), { description: 'The names used, built-in ones too.' }),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
});

const templateJson = ({ key, format, texts, createdAt, updatedAt }: Template) => ({
  key,
  format,
  texts: { ru: texts.ru ?? null, en: texts.en ?? null, fallback: texts.fallback ?? null },
  variables: [...new Set(allTexts(texts).flatMap(([, text]) => variablesIn(text)))],
  created_at: timestamp(createdAt),
  updated_at: timestamp(updatedAt),
});

/** Under /v1. */
export function templateRoutes(v1: HttpServer, options: TemplatesOptions): void {
  const { database } = options;

  v1.post(
    '/templates',
    {
      schema: {
        ...common,
        operationId: 'createTemplate',
        summary: 'Create a template',
        description: `At most ${MOST_TEMPLATES} per project. People get the text of their language, else \`fallback\`, else the other language.`,
        body: Type.Object({
          key: Key,
          texts: texts(
            `At least one, each of up to ${LONGEST_TEMPLATE_TEXT} characters. \`{{ name }}\` is a variable; ` +
              '`first_name`, `username`, `subscriber_id` and `lang` are known of everybody.',
          ),
          format: Type.Optional(Format),
        }),
        response: answers({ 201: TemplateJson }, [...PROJECT_ERRORS, 'conflict']),
      },
    },
    async (request, reply) => {
      const { key, texts, format = 'plain' } = request.body;
      return reply.code(201).send(templateJson(await createTemplate(options, request.caller, { key, texts, format })));
    },
  );

  v1.get(
    '/templates',
    {
      schema: {
        ...common,
        operationId: 'listTemplates',
        summary: 'List the templates, by key',
        querystring: PageQuery,
        response: answers({ 200: pageSchema('templates', TemplateJson) }, PROJECT_ERRORS),
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const after = decodeCursor(cursor, isTemplateKey) ?? '';
      const rows = await listTemplates(database, request.caller.projectId, { after, limit: limit + 1 });
      const { items, nextCursor } = pageOf(rows, limit, ({ key }) => key);
      return { templates: items.map(templateJson), next_cursor: nextCursor };
    },
  );

  v1.get(
    '/templates/:key',
    {
      schema: {
        ...common,
        operationId: 'getTemplate',
        summary: 'Read a template',
        params: TemplateKey,
        response: answers({ 200: TemplateJson }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const template = await findTemplate(database, request.caller.projectId, request.params.key);
      if (template === undefined) throw templateNotFound();
      return templateJson(template);
    },
  );

  v1.patch(
    '/templates/:key',
    {
      schema: {
        ...common,
        operationId: 'changeTemplate',
        summary: 'Change a template',
        description: 'Only what is sent changes. Messages and broadcasts that were asked for before keep their words.',
        params: TemplateKey,
        body: Type.Object({
          texts: Type.Optional(texts('Those that are sent change; null takes one away. One has to stay.')),
          format: Type.Optional(Format),
        }),
        response: answers({ 200: TemplateJson }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const { texts, format } = request.body;
      return templateJson(await changeTemplate(options, request.caller, request.params.key, { texts, format }));
    },
  );

  v1.delete(
    '/templates/:key',
    {
      schema: {
        ...common,
        operationId: 'deleteTemplate',
        summary: 'Delete a template',
        params: TemplateKey,
        response: answers({ 204: NoContent }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request, reply) => {
      await removeTemplate(options, request.caller, request.params.key);
      return reply.code(204).send(null);
    },
  );
}
