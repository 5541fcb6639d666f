/** As much of the program as sends for projects: routes, a worker, two bots. Put together as app.ts would. */
import { Bots } from '#bots';
import { Notifications, type OpenDatabase } from '#db';
import { Events } from '#events';
import {
  authenticateProject,
  createHttpServer,
  createMetrics,
  type HttpServer,
  Idempotency,
  KeyCache,
  RateLimit,
} from '#http';
import type { Clock } from '#lib/clock.ts';
import { createOutgoing } from '#lib/outgoing/index.ts';
import type { Messenger } from '#messengers';
import { findCaller } from '#projects';
import type { EndingOptions } from '#subscribers';
import { captureLog } from '#test/log.ts';
import type { LoadMedia } from './compose/compose-project-message.ts';
import {
  buttonTaps,
  Messages,
  messageRoutes,
  projectOutcomes,
  registerSendContent,
  SendWatch,
  sendRoutes,
  textContent,
  unreachableRecipients,
} from './index.ts';
import type { SendRoutesOptions } from './send-routes.ts';

const NO_PACE = { perSecond: 100_000, perKeyMs: 0 };

export type SendProgramOptions = {
  open: OpenDatabase;
  clock: Clock;
  messengers: Messenger[];
  waitMs: number;
  loadMedia?: LoadMedia;
};

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by asserting.
type Json = any;

export async function composeSending(options: SendProgramOptions) {
  const { clock, waitMs } = options;
  const { database, queues, pool } = options.open;
  const { log, text: logText } = captureLog();
  const messengers = new Map(options.messengers.map((messenger) => [messenger.channel, messenger]));
  const notifications = new Notifications(pool, () => {});
  const events = new Events();
  const messages = new Messages({ database, queues, notifications, clock, log, messengers, pace: NO_PACE });
  const ending: EndingOptions = {
    ...{ clock, events },
    onEnded: (tx, ended) =>
      messages.withdrawFrom(
        tx,
        ended.map(({ id, channel, personId }) => ({ channel, recipient: personId, subscriberId: id })),
      ),
  };
  messages.onOutcome(projectOutcomes({ clock, events, notifications }));
  messages.onOutcome(unreachableRecipients(ending));

  const outgoing = createOutgoing({ allow: [], refusePorts: [], userAgent: 'test' });
  const watch = new SendWatch(database, notifications);
  const noMedia: LoadMedia = async () => ({ ok: false, problem: 'there is none', retryable: false });
  const content = registerSendContent(messages, options.loadMedia ?? noMedia);
  const findBroadcastComposition = async () => undefined;
  const baseUrl = 'http://bellhop.test';
  const sending: SendRoutesOptions = {
    ...{ database, clock, messages, outgoing, watch, content, waitMs },
    bots: new Set(messengers.keys()),
    idempotency: new Idempotency(database, clock, baseUrl),
  };

  const bots = new Bots({
    bots: options.messengers.map((messenger) => ({ messenger, updates: 'polling' })),
    ...{ database, clock, log, masterKey: Buffer.alloc(32, 7), baseUrl },
    reply: async (tx, { channel, personId: recipient, message }) => {
      await messages.queue(tx, { channel, recipient, priority: 'single', content: textContent(message) });
    },
  });
  bots.onTap('msg', buttonTaps({ clock, events, findBroadcastComposition }));

  const http = await createHttpServer({
    ...{ config: { baseUrl, trustProxy: false }, version: '0', log, pool, metrics: createMetrics(pool), events: [] },
    isStopping: () => false,
  });
  await http.register(
    async (v1: HttpServer) => {
      const keys = new KeyCache(findCaller(database, clock));
      v1.addHook('onRequest', authenticateProject(keys, new RateLimit(database, clock)));
      sendRoutes(v1, sending);
      messageRoutes(v1, { database, findBroadcastComposition });
    },
    { prefix: '/v1' },
  );

  return {
    ...{ messages, events, bots, watch, sending, ending, logText },
    async request(
      apiKey: string,
      method: 'GET' | 'POST',
      url: string,
      { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
    ) {
      const answer = await http.inject({
        ...{ method, url },
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const json: Json = answer.body === '' ? undefined : JSON.parse(answer.body);
      return { status: answer.statusCode, headers: answer.headers, json };
    },
    async stop(): Promise<void> {
      watch.stop();
      await http.close();
      await bots.stop();
      await messages.stop();
      await outgoing.close();
      await notifications.close();
      await Promise.all(options.messengers.map((messenger) => messenger.close()));
    },
  };
}
