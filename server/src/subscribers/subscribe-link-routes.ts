import Type from 'typebox';
import { answers, type HttpServer, PROJECT_ERRORS, TAGS } from '#http';
import { makeSubscribeLink } from './make-subscribe-link.ts';
import type { SubscribersOptions } from './subscribers-options.ts';

const Link = Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
  description: 'Null where that messenger has no bot.',
});
const Name = Type.String({ maxLength: 200 });

/** Under /v1. */
export function subscribeLinkRoutes(v1: HttpServer, options: SubscribersOptions): void {
  v1.get(
    '/subscribe-link',
    {
      schema: {
        tags: [TAGS.subscribers],
        security: [{ apiKey: [] }],
        operationId: 'getSubscribeLink',
        summary: 'The links that subscribe a person',
        description:
          'With a permission or a tag, whoever opens the link gets them too. The same wish has the same link, for good.',
        querystring: Type.Object({ permission: Type.Optional(Name), tag: Type.Optional(Name) }),
        response: answers({ 200: Type.Object({ telegram_link: Link, max_link: Link }) }, PROJECT_ERRORS),
      },
    },
    async (request) => {
      const { permission = null, tag = null } = request.query;
      const links = await makeSubscribeLink(options, request.caller.projectId, { permission, tag });
      return { telegram_link: links.telegram, max_link: links.max };
    },
  );
}
