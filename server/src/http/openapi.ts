import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { ErrorEnvelope } from './answers.ts';

export const TAGS = {
  project: 'Project',
  login: 'Login',
  subscribers: 'Subscribers',
  messages: 'Messages',
  broadcasts: 'Broadcasts',
  templates: 'Templates',
  billing: 'Usage',
  webhooks: 'Webhooks',
  operator: 'Operator',
  operation: 'Operation',
  pages: 'Pages',
} as const;

/** OpenAPI 3.1 from the same schemas that validate; `/openapi.json` serves it. */
export async function describeApi(app: FastifyInstance, options: { baseUrl: string; version: string }): Promise<void> {
  app.addSchema(ErrorEnvelope);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Bellhop',
        version: options.version,
        description: 'Login by messenger, notifications and signed webhooks. Errors are described at `/docs/errors`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: options.baseUrl }],
      tags: [
        { name: TAGS.project, description: 'The project that an API key belongs to.' },
        { name: TAGS.login, description: 'A person confirms in a messenger and is logged in.' },
        { name: TAGS.subscribers, description: 'The people of a project: their tags, permissions and subscriptions.' },
        { name: TAGS.messages, description: 'A message to one person, now, and the log of what was sent.' },
        { name: TAGS.broadcasts, description: 'One message to many, at the pace that the messengers allow.' },
        { name: TAGS.templates, description: 'Texts by language, with variables, to send by their key.' },
        { name: TAGS.billing, description: 'What was used this month, the ledger of credits, and the trails.' },
        { name: TAGS.webhooks, description: 'Signed requests to a project when something happens, and their log.' },
        { name: TAGS.operator, description: 'For whoever runs this system; authenticated by ADMIN_TOKEN.' },
        { name: TAGS.operation, description: 'Health, metrics and this document.' },
        { name: TAGS.pages, description: 'Pages for people.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a project: `bh_live_…`.' },
          adminToken: { type: 'http', scheme: 'bearer', description: 'The ADMIN_TOKEN of this system.' },
        },
      },
    },
    refResolver: { buildLocalReference: (json, _baseUri, _fragment, i) => String(json['$id'] ?? `def-${i}`) },
  });
  const schema = {
    operationId: 'getOpenApi',
    summary: 'This document',
    tags: [TAGS.operation],
    security: [],
    response: { 200: Type.Any({ description: 'OpenAPI 3.1.' }) },
  };
  app.get('/openapi.json', { schema }, async (_request, reply) => {
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(app.swagger());
  });
}
