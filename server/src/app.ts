/** The composition root: the only file that knows every feature. */
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import {
  type AccountsOptions,
  BrowserSessions,
  DASHBOARD_PROJECT_ID,
  dashboardApi,
  dashboardPages,
  ensureDashboardProject,
  forgetOldSignIns,
  loginLinkRoutes,
  signInPages,
} from '#accounts';
import { addCredits, usageRoutes } from '#billing';
import { Bots, botHealthRoutes, botRoutes, operatorBotRoutes, type Reply } from '#bots';
import {
  BROADCAST_CONTENT,
  broadcastControlRoutes,
  broadcastRoutes,
  composeBroadcast,
  compositionCache,
  outcomeCounting,
  sweepCancelled,
} from '#broadcasts';
import type { Config } from '#config';
import { Notifications, type OpenDatabase, type Transaction } from '#db';
import { describeEvents, Events } from '#events';
import {
  authenticateOperator,
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
import { createSeal } from '#lib/seal.ts';
import {
  expirePrompts,
  forgetOldLogins,
  LoginBot,
  type LoginOptions,
  loginLogRoutes,
  loginPages,
  loginRoutes,
  SessionWatch,
  verifyCode,
} from '#login';
import {
  buttonTaps,
  forgetOldMessages,
  MediaCache,
  Messages,
  messageRoutes,
  paceOf,
  projectOutcomes,
  registerSendContent,
  SendWatch,
  sendRoutes,
  textContent,
  unreachableRecipients,
} from '#messages';
import type { Channel } from '#messengers';
import { auditRoutes, findCaller, operatorRoutes, projectRoutes } from '#projects';
import {
  exportRoutes,
  type OnEnded,
  permissionRoutes,
  SettingsBot,
  type SubscribersOptions,
  SubscriptionBot,
  subscribeLinkRoutes,
  subscriberRoutes,
  tagRoutes,
} from '#subscribers';
import { templateRoutes } from '#templates';
import {
  deliveryRoutes,
  deliveryStatsRoutes,
  endpointRoutes,
  forgetOldDeliveries,
  MOST_ATTEMPTS,
  skipLeftOver,
  Webhooks,
} from '#webhooks';
import type { ConfiguredMessenger } from './configured-messengers.ts';
import { startHousekeeping, untilShort } from './housekeeping.ts';
import type { Secrets } from './secrets.ts';
import { VERSION } from './version.ts';

export type AppOptions = {
  config: Config;
  secrets: Secrets;
  log: Logger;
  clock: Clock;
  open: OpenDatabase;
  messengers: ConfiguredMessenger[];
};

export type App = {
  http: HttpServer;
  events: Events;
  messages: Messages;
  bots: Bots;
  webhooks: Webhooks;
  idempotency: Idempotency;
  /** Starts what the roles of this process ask for; answers the address that it listens on. */
  start(): Promise<string>;
  /** Stops accepting, finishes what runs, within the given time. */
  stop(withinMs?: number): Promise<void>;
};

const MINUTE = 60_000;
/** Where the dashboard's build is. */
const DASHBOARD = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));
/** Rows that housekeeping takes at a time. */
const BATCH = 500;

export async function createApp(options: AppOptions): Promise<App> {
  const { config, secrets, log, clock } = options;
  const { database, queues, pool } = options.open;
  let stopping = false;
  const events = new Events();
  const idempotency = new Idempotency(database, clock, config.baseUrl);
  const metrics = createMetrics(pool);
  const notifications = new Notifications(pool, (err) => log.warn({ err }, 'the connection that listens was lost'));
  const messengers = new Map(options.messengers.map(({ messenger }) => [messenger.channel, messenger]));
  const pace = paceOf(config.botMessagesPerSecond);
  const messages = new Messages({ database, queues, notifications, clock, log, messengers, pace });
  const reply: Reply = async (tx, { channel, personId, message }) => {
    await messages.queue(tx, { channel, recipient: personId, priority: 'single', content: textContent(message) });
  };
  const edit = async (tx: Transaction, to: Parameters<Reply>[1] & { platformMessageId: string }): Promise<void> => {
    const { channel, personId, message, platformMessageId } = to;
    const wish = { channel, recipient: personId, priority: 'single', content: textContent(message) } as const;
    await messages.queue(tx, { ...wish, edits: { platformMessageId } });
  };
  // Whoever has left hears nothing more, whatever is queued for them.
  const onEnded: OnEnded = (tx, ended) =>
    messages.withdrawFrom(
      tx,
      ended.map(({ id, channel, personId }) => ({ channel, recipient: personId, subscriberId: id })),
    );
  const bots = new Bots({
    bots: options.messengers,
    database,
    clock,
    log,
    reply,
    masterKey: secrets.masterKey,
    baseUrl: config.baseUrl,
    metrics,
  });
  const botLinks = async (payload: string) => ({
    telegram: await botLink('telegram', payload),
    max: await botLink('max', payload),
  });
  const subscribers: SubscribersOptions = { database, clock, events, botLinks, onEnded };
  const login: LoginOptions = {
    database,
    notifications,
    clock,
    events,
    messages,
    seal: createSeal(secrets.masterKey, 'login codes'),
    masterKey: secrets.masterKey,
    baseUrl: config.baseUrl,
    botLinks,
  };
  const outgoing = createOutgoing({
    allow: config.webhooks.allowHosts,
    refusePorts: [config.port, ...(config.sandbox ? [config.sandbox.port] : [])],
    userAgent: `Bellhop/${VERSION}`,
    // Endpoints of many projects may live on one host: how many go out at once is for their lanes to say.
    connectionsPerHost: MOST_ATTEMPTS,
    mostKept: MOST_ATTEMPTS,
  });
  const webhooks = new Webhooks({
    ...{ database, queues, notifications, clock, log, outgoing, metrics, version: VERSION },
    ...config.webhooks,
    seal: createSeal(secrets.masterKey, 'webhook secrets'),
  });
  events.onEmitAll((tx, emitted) => webhooks.take(tx, emitted));
  const watch = new SessionWatch(database, notifications);

  const { load: loadMedia } = new MediaCache({ outgoing, clock });
  const findBroadcastComposition = compositionCache(database);
  const sendContent = registerSendContent(messages, loadMedia);
  messages.registerContent(BROADCAST_CONTENT, composeBroadcast(findBroadcastComposition, loadMedia));
  const sendWatch = new SendWatch(database, notifications);
  const send = {
    ...{ database, clock, messages, outgoing, idempotency, watch: sendWatch, content: sendContent },
    bots: new Set(messengers.keys()),
  };
  const broadcasts = { database, clock, events, messages, outgoing, idempotency, channels: [...messengers.keys()] };
  const counting = outcomeCounting(broadcasts);
  messages.onOutcome(counting.collect);
  messages.onOutcome(unreachableRecipients({ clock, events, onEnded }));
  messages.onOutcome(projectOutcomes({ clock, events, notifications }));
  messages.onOutcome(counting.count);

  registerWithBots(bots, {
    login: new LoginBot(login),
    subscriptions: new SubscriptionBot({ clock, events, onEnded, reply }),
    settings: new SettingsBot({ clock, events, onEnded, reply, edit }),
    tapped: buttonTaps({ clock, events, findBroadcastComposition }),
  });

  async function botLink(channel: Channel, payload: string): Promise<string | null> {
    const identity = await bots.identity(channel);
    return (identity && messengers.get(channel)?.deepLink(identity, payload)) ?? null;
  }

  const http = await createHttpServer({
    ...{ config, version: VERSION, log, pool, metrics },
    isStopping: () => stopping,
    events: describeEvents(),
  });

  if (options.messengers.length > 0) await botRoutes(http, bots);
  if (config.roles.has('api')) {
    const limit = new RateLimit(database, clock);
    const sessions = new BrowserSessions({ database, clock, baseUrl: config.baseUrl });
    const authenticate = authenticateProject(new KeyCache(findCaller(database, clock)), limit, sessions);
    const accounts: AccountsOptions = {
      ...{ database, clock, sessions, limit, baseUrl: config.baseUrl, version: VERSION },
      sandbox: config.sandbox !== undefined,
      bots: () => botLinks(''),
      verifyCode: (code) => verifyCode(login, { projectId: DASHBOARD_PROJECT_ID, actor: 'bellhop' }, code),
    };
    await http.register(
      async (v1: HttpServer) => {
        v1.addHook('onRequest', authenticate);
        projectRoutes(v1, database);
        auditRoutes(v1, database);
        usageRoutes(v1, { database, clock });
        loginRoutes(v1, login, watch);
        loginLogRoutes(v1, database);
        for (const routes of [subscriberRoutes, exportRoutes, subscribeLinkRoutes, tagRoutes, permissionRoutes]) {
          routes(v1, subscribers);
        }
        templateRoutes(v1, { database, clock });
        sendRoutes(v1, send);
        messageRoutes(v1, { database, findBroadcastComposition });
        broadcastRoutes(v1, broadcasts);
        broadcastControlRoutes(v1, broadcasts);
        endpointRoutes(v1, webhooks);
        deliveryRoutes(v1, webhooks);
        deliveryStatsRoutes(v1, webhooks);
        botHealthRoutes(v1, { database, clock });
      },
      { prefix: '/v1' },
    );
    await loginPages(http, login, watch);
    await signInPages(http, accounts);
    await dashboardApi(http, accounts);
    await dashboardPages(http, { directory: DASHBOARD });
    const { adminToken } = secrets;
    if (adminToken !== undefined) {
      await http.register(
        async (admin: HttpServer) => {
          admin.addHook('onRequest', authenticateOperator(adminToken, sessions));
          operatorRoutes(admin, { database, clock, addCredits: addCredits(clock) });
          operatorBotRoutes(admin, { database, clock });
          loginLinkRoutes(admin, accounts);
        },
        { prefix: '/admin/v1' },
      );
    }
  }

  const inBatches = (run: (most: number) => Promise<number>) => () => untilShort(BATCH, run);
  const tasks = [
    { name: 'expired prompts', everyMs: 2_000, run: inBatches((most) => expirePrompts(login, most)) },
    { name: 'idempotency keys', everyMs: 10 * MINUTE, run: inBatches((most) => idempotency.forgetOld(most)) },
    { name: 'keys of updates', everyMs: 10 * MINUTE, run: inBatches((most) => bots.forgetOld(most)) },
    { name: 'left-over deliveries', everyMs: MINUTE, run: inBatches((most) => skipLeftOver(database, clock, most)) },
    { name: 'old deliveries', everyMs: MINUTE, run: inBatches((most) => forgetOldDeliveries(database, clock, most)) },
    { name: 'cancelled broadcasts', everyMs: 5_000, run: inBatches((most) => sweepCancelled(broadcasts, most)) },
    { name: 'old messages', everyMs: MINUTE, run: inBatches((most) => forgetOldMessages(database, clock, most)) },
    { name: 'old logins', everyMs: 10 * MINUTE, run: inBatches((most) => forgetOldLogins(database, clock, most)) },
    { name: 'old sign-ins', everyMs: 10 * MINUTE, run: inBatches((most) => forgetOldSignIns(database, clock, most)) },
  ];
  let housekeeping: { stop(): Promise<void> } | undefined;
  return {
    http,
    events,
    messages,
    bots,
    webhooks,
    idempotency,
    async start() {
      if (config.roles.has('api')) await ensureDashboardProject(database, clock, config.baseUrl);
      if (config.roles.has('worker')) {
        messages.start();
        webhooks.start();
        housekeeping = startHousekeeping(tasks, log);
      }
      if (config.roles.has('bots')) bots.start();
      return http.listen({ host: config.host, port: config.port });
    },
    async stop(withinMs = 10_000) {
      stopping = true;
      watch.stop();
      sendWatch.stop();
      const force = setTimeout(() => http.server.closeAllConnections(), withinMs);
      // Connections fall idle as their last answer goes out.
      const sweep = setInterval(() => http.server.closeIdleConnections(), 50);
      // What comes in ends first; what that caused still goes out.
      await Promise.all([http.close(), bots.stop(), housekeeping?.stop()]);
      await Promise.all([messages.stop(), webhooks.stop()]);
      await outgoing.close();
      await Promise.all([notifications.close(), ...options.messengers.map(({ messenger }) => messenger.close())]);
      clearTimeout(force);
      clearInterval(sweep);
    },
  };
}

type BotFeatures = {
  login: LoginBot;
  subscriptions: SubscriptionBot;
  settings: SettingsBot;
  tapped: ReturnType<typeof buttonTaps>;
};

/** What each feature wants to hear of; bots itself knows no feature. */
function registerWithBots(bots: Bots, features: BotFeatures): void {
  const { login, subscriptions, settings, tapped } = features;
  bots.onStart('auths', (tx, update) => login.openSession(tx, update));
  bots.onStart('auth', (tx, update) => login.openStatic(tx, update));
  bots.onTap('login', (tx, update) => login.tap(tx, update));
  bots.onTap('msg', tapped);
  bots.onStart('proj', (tx, update) => subscriptions.openLink(tx, update));
  bots.onStart('subs', (tx, update) => subscriptions.openTokenLink(tx, update));
  bots.onCommand('settings', (tx, update) => settings.show(tx, update));
  bots.onTap('set', (tx, update) => settings.tap(tx, update));
  bots.onCommand('stop', (tx, update) => subscriptions.stop(tx, update));
  bots.onStopped((tx, update) => subscriptions.blocked(tx, update));
  bots.onUnblocked((tx, update) => subscriptions.unblocked(tx, update));
  bots.onLanguage((tx, update) => subscriptions.languageChosen(tx, update));
}
