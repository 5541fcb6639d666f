import Type from 'typebox';
import { answers, type HttpServer, OPERATOR_ERRORS, TAGS } from '#http';
import { timestamp } from '#lib/timestamp.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { makeOperatorLink } from './make-operator-link.ts';

/** Under /admin/v1, for an operator who cannot sign in. */
export function loginLinkRoutes(
  admin: HttpServer,
  deps: Pick<AccountsOptions, 'database' | 'clock' | 'baseUrl'>,
): void {
  admin.post(
    '/login-link',
    {
      schema: {
        operationId: 'createLoginLink',
        summary: 'A link that signs the operator in',
        description: 'Works once, for 15 minutes, without a messenger.',
        tags: [TAGS.operator],
        security: [{ adminToken: [] }],
        response: answers(
          {
            201: Type.Object({
              url: Type.String({ description: 'Shown this once.' }),
              expires_at: Type.String({ format: 'date-time' }),
            }),
          },
          OPERATOR_ERRORS,
        ),
      },
    },
    async (_request, reply) => {
      const { url, expiresAt } = await makeOperatorLink(deps);
      return reply.code(201).send({ url, expires_at: timestamp(expiresAt) });
    },
  );
}
