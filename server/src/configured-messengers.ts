import type { Logger } from 'pino';
import type { Config } from '#config';
import type { Messenger } from '#messengers';
import { createMax } from './messengers/max/index.ts';
import { createTelegram } from './messengers/telegram/index.ts';
import { SANDBOX_TOKENS, type SandboxAddresses } from './sandbox.ts';

export type ConfiguredMessenger = { messenger: Messenger; updates: 'polling' | 'webhook' };

/** The bots of this system: those with a token, or in the sandbox both, spoken to as if they were the originals. */
export function configuredMessengers(config: Config, log: Logger, sandbox?: SandboxAddresses): ConfiguredMessenger[] {
  const warn = (channel: string) => (detail: string) => log.debug({ channel, detail }, 'a call to a messenger failed');
  const { telegram, max } = config;
  const found: ConfiguredMessenger[] = [];
  const telegramToken = sandbox ? SANDBOX_TOKENS.telegram : telegram.token;
  if (telegramToken !== undefined) {
    const where = sandbox
      ? { apiRoot: sandbox.telegramApiRoot, linkRoot: sandbox.linkRoots.telegram }
      : { apiRoot: telegram.apiRoot };
    const messenger = createTelegram({ token: telegramToken, log: warn('telegram'), ...where });
    found.push({ messenger, updates: telegram.updates });
  }
  const maxToken = sandbox ? SANDBOX_TOKENS.max : max.token;
  if (maxToken !== undefined) {
    const where = sandbox
      ? { apiRoot: sandbox.maxApiRoot, linkRoot: sandbox.linkRoots.max }
      : { apiRoot: max.apiRoot, ...(max.caFile === undefined ? {} : { caFile: max.caFile }) };
    const messenger = createMax({ token: maxToken, log: warn('max'), ...where });
    found.push({ messenger, updates: max.updates });
  }
  return found;
}
