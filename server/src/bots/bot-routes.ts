import Type from 'typebox';
import { answers, type HttpServer, TAGS } from '#http';
import { AppError } from '#lib/app-error.ts';
import { sameSecret } from '#lib/secret-hash.ts';
import { CHANNELS, type Channel } from '#messengers';
import type { Bots } from './bots.ts';

/**
 * Where platforms tell of updates: `/bots/telegram`, `/bots/max`. 200 means handled, or known from before;
 * anything else makes the platform tell it again.
 */
export async function botRoutes(app: HttpServer, bots: Bots): Promise<void> {
  await app.register(async (scope: HttpServer) => {
    // The common rules refuse NUL and broken characters; here that would let one person's text be told for ever.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
      done(null, new UnreadBody(bytes));
    });
    for (const channel of CHANNELS) updateRoute(scope, bots, channel);
  });
}

function updateRoute(app: HttpServer, bots: Bots, channel: Channel): void {
  app.post(
    `/bots/${channel}`,
    {
      schema: {
        operationId: channel === 'telegram' ? 'receiveTelegramUpdate' : 'receiveMaxUpdate',
        summary: `Receive an update from ${channel === 'telegram' ? 'Telegram' : 'MAX'}`,
        description: 'Called by the messenger, with the secret that Bellhop gave it; for bots in webhook mode.',
        tags: [TAGS.operation],
        security: [],
        body: Type.Object({}, { description: 'An update in the form of the messenger.' }),
        response: answers({ 200: Type.Object({}) }, [
          ...(['bad_request', 'validation_failed', 'unauthorized', 'not_found'] as const),
          ...(['payload_too_large', 'unsupported_media_type', 'internal_error', 'service_unavailable'] as const),
        ]),
      },
      onRequest: async (request) => {
        const messenger = bots.pushed(channel);
        if (messenger === undefined) throw new AppError('not_found', 'No bot receives updates at this address.');
        const expected = await bots.pushSecret(channel);
        if (expected === undefined) {
          throw new AppError('service_unavailable', 'The bot is not known yet. Try again shortly.', { retryAfter: 1 });
        }
        const given = request.headers[messenger.webhookSecretHeader.toLowerCase()];
        if (typeof given !== 'string' || !sameSecret(given, expected)) {
          throw new AppError('unauthorized', 'This is not the secret of this webhook.');
        }
      },
    },
    async (request) => {
      const update = bots.pushed(channel)?.parseUpdate(readBody(request.body));
      // From the platform itself, and telling it again would not help.
      if (update === undefined) request.log.warn({ channel }, 'a webhook call was not an update; passed over');
      else await bots.receive(channel, update);
      return {};
    },
  );
}

/** Has no fields to look at until it is read. */
class UnreadBody {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  read(): string {
    return this.#bytes.toString('utf8');
  }
}

function readBody(body: object): unknown {
  try {
    return JSON.parse(body instanceof UnreadBody ? body.read() : '');
  } catch {
    throw new AppError('validation_failed', 'The body is not valid JSON.');
  }
}
