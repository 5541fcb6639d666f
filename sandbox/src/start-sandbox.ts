import { createServer } from 'node:http';
import { createCore } from './core.ts';
import { sendAnswer } from './http/answer.ts';
import { isLoopbackHost } from './http/guard.ts';
import { handleRequest, type Site } from './http/handle-request.ts';
import { loadPhoneFiles } from './http/phone-files.ts';
import { restoreSnapshot, takeSnapshot } from './snapshot.ts';
import type { BotIdentity } from './telegram/telegram.ts';
import { keepStateFile, readStateFile } from './world/state-file.ts';

export type SandboxOptions = {
  /** A loopback address; 127.0.0.1 unless told. */
  host?: string;
  /** 0 takes a free one. */
  port: number;
  telegram: BotIdentity;
  max: BotIdentity;
  /** Where people, chats, queues and counters survive a restart. */
  stateFile?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  log?: (line: string) => void;
};

export type Sandbox = {
  readonly url: string;
  readonly telegramApiRoot: string;
  readonly maxApiRoot: string;
  readonly linkRoots: { readonly telegram: string; readonly max: string };
  close(): Promise<void>;
};

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', port, stateFile, now = Date.now, log = () => {} } = options;
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The sandbox does not start where NODE_ENV is production.');
  if (!isLoopbackHost(host)) throw new Error(`The sandbox listens on the loopback only, not on ${host}.`);

  const core = createCore({ telegram: options.telegram, max: options.max }, now);
  if (stateFile !== undefined) restoreSnapshot(core, readStateFile(stateFile, log));
  if (core.world.people.size === 0) core.world.addPerson({ firstName: 'Anna', username: 'anna', lang: 'en' });

  const server = createServer({ keepAliveTimeout: 60_000 });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.');
  const url = `http://${host.includes(':') ? `[${host.replace(/[[\]]/g, '')}]` : host}:${address.port}`;

  const site: Site = { core, phone: loadPhoneFiles(), url, port: address.port };
  server.on('request', (request, response) => {
    handleRequest(site, request, response).catch((error: unknown) => {
      // A client that hangs up while it sends is no news.
      if (!response.destroyed)
        log(`The sandbox failed to answer: ${error instanceof Error ? error.message : 'unknown'}`);
      if (response.headersSent) response.destroy();
      else sendAnswer(response, { status: 500, body: { error: 'the sandbox failed; see its log' } });
    });
  });
  const state =
    stateFile === undefined
      ? null
      : keepStateFile(
          stateFile,
          () => core.world.changes,
          (clean) => takeSnapshot(core, clean),
        );
  for (const pusher of core.pushers) pusher.start();

  return {
    url,
    telegramApiRoot: `${url}/telegram`,
    maxApiRoot: `${url}/max`,
    linkRoots: { telegram: `${url}/t.me`, max: `${url}/max.ru` },
    async close() {
      await Promise.all(core.pushers.map((pusher) => pusher.stop()));
      core.telegram.late.deliverAll();
      core.max.late.deliverAll();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      state?.stop();
    },
  };
}
