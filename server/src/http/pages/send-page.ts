import type { FastifyReply } from 'fastify';

export type PageAnswer = { html: string; policy: string; status?: number };

/** A page that is made for one visitor: nobody keeps it. */
export function sendPage(reply: FastifyReply, { html, policy, status = 200 }: PageAnswer): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
