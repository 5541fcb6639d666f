import Type, { type Static } from 'typebox';
import { answers, type HttpServer, type Idempotency, PROJECT_ERRORS, TAGS } from '#http';
import type { ErrorCode } from '#lib/app-error.ts';
import { CHANNELS } from '#messengers';
import { publicSubscriberId } from '#subscribers';
import { messageBodyProperties } from './compose/message-body.ts';
import { ButtonJson, SendJson, sendJson } from './message-json.ts';
import { type Preview, previewMessages } from './preview.ts';
import { type SendOptions, send } from './send.ts';

const common = { tags: [TAGS.messages], security: [{ apiKey: [] }] };
const Channels = Type.Array(Type.Enum([...CHANNELS]), {
  minItems: 1,
  description: 'On these only; on all of the recipient unless given.',
});
const Lang = Type.Enum(['ru', 'en']);

const recipientProperties = {
  subscriber_id: Type.Optional(Type.String({ description: '`sub_…` or the UUID. Either this or `external_id`.' })),
  external_id: Type.Optional(
    Type.String({ description: 'Your own id of the person, 1 to 128 characters: all subscribers that have it.' }),
  ),
  channels: Type.Optional(Channels),
};

const BODY_ERRORS: ErrorCode[] = [
  'mutually_exclusive_identifiers',
  'invalid_external_id',
  'invalid_url',
  'subscriber_not_found',
];

const PreviewJson = Type.Object({
  subscriber_id: Type.Union([Type.String(), Type.Null()], { description: 'Null where nobody was named.' }),
  channel: Type.Union([Type.Enum([...CHANNELS]), Type.Null()]),
  lang: Lang,
  format: Type.Enum(['plain', 'markdown', 'html'], { description: 'Of `text` as it goes out.' }),
  text: Type.String({ description: 'As it goes out, formatting as HTML.' }),
  plain_text: Type.String({ description: 'As a person reads it.' }),
  length: Type.Integer({ description: 'Of `text`, in UTF-16 units; at most 4,000.' }),
  buttons: Type.Array(Type.Array(ButtonJson)),
  media: Type.Union([Type.Object({ type: Type.String(), url: Type.String() }), Type.Null()]),
});

export type SendRoutesOptions = SendOptions & { idempotency: Idempotency };

/** Under /v1. */
export function sendRoutes(v1: HttpServer, options: SendRoutesOptions): void {
  v1.post(
    '/send',
    {
      schema: {
        ...common,
        operationId: 'sendMessage',
        summary: 'Send a message to one person',
        description:
          'The message is stored, then sent; the answer waits up to 5 seconds for the outcome. What is `queued` by then ' +
          'goes on: `GET /v1/messages/{message_id}`, `delivery.success` and `delivery.failed` tell how it ended. Who is not ' +
          'subscribed, does not allow `permission`, or is on a channel without a bot is `skipped`. A message that was sent ' +
          'costs one credit. With an `Idempotency-Key` (8 to 128 of A-Z, a-z, 0-9, _ and -) the request can be repeated for ' +
          '24 hours without sending twice.',
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String()) }),
        body: Type.Object({
          ...recipientProperties,
          ...messageBodyProperties,
          permission: Type.Optional(
            Type.String({ description: 'Sent only to who allows this kind of messages; a name of `/v1/permissions`.' }),
          ),
        }),
        response: answers({ 200: SendJson }, [
          ...PROJECT_ERRORS,
          ...BODY_ERRORS,
          'billing_blocked',
          'idempotency_conflict',
          'request_in_progress',
        ]),
      },
    },
    (request, reply) =>
      options.idempotency.run(request, reply, async (operation) => {
        const requested = await send(options, request.caller.projectId, request.body, operation);
        return { status: 200, body: sendJson(requested) };
      }),
  );

  v1.post(
    '/send/preview',
    {
      config: { viewerMay: true },
      schema: {
        ...common,
        operationId: 'previewMessage',
        summary: 'See a message without sending it',
        description:
          'As the recipients would get it; without a recipient in both languages, to somebody invented. Checked as ' +
          'thoroughly as a message that is sent. Costs nothing.',
        body: Type.Object({
          ...recipientProperties,
          ...messageBodyProperties,
          lang: Type.Optional(
            Type.Enum(['ru', 'en'], { description: "In this language instead of the person's own." }),
          ),
        }),
        response: answers({ 200: Type.Object({ previews: Type.Array(PreviewJson) }) }, [
          ...PROJECT_ERRORS,
          ...BODY_ERRORS,
        ]),
      },
    },
    async (request) => {
      const previews = await previewMessages(options, request.caller.projectId, request.body);
      return { previews: previews.map(previewJson) };
    },
  );
}

function previewJson(preview: Preview): Static<typeof PreviewJson> {
  const { subscriberId, channel, lang, format, text, plainText, composition } = preview;
  return {
    subscriber_id: subscriberId === null ? null : publicSubscriberId(subscriberId),
    ...{ channel, lang, format, text },
    plain_text: plainText,
    length: text.length,
    buttons: composition.buttons ?? [],
    media: composition.media ?? null,
  };
}
