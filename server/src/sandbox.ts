import { join } from 'node:path';
import type { Config } from '#config';

/** Where the simulated messengers listen. */
export type SandboxAddresses = {
  url: string;
  telegramApiRoot: string;
  maxApiRoot: string;
  linkRoots: { telegram: string; max: string };
};

/** No secrets: the sandbox listens on the loopback and plays with invented people. */
export const SANDBOX_TOKENS = { telegram: '1000000001:sandbox', max: 'sandbox' };

/**
 * The phone and both Bot APIs on their own port. Loaded only when asked for, so that a system with real
 * bots never has it in memory.
 */
export async function startConfiguredSandbox(
  config: Pick<Config, 'dataDir'>,
  port: number,
): Promise<SandboxAddresses & { close(): Promise<void> }> {
  const { startSandbox } = await import('@bellhop/sandbox');
  return startSandbox({
    port,
    telegram: { token: SANDBOX_TOKENS.telegram, username: 'bellhop_sandbox_bot', name: 'Bellhop' },
    max: { token: SANDBOX_TOKENS.max, username: 'bellhop_sandbox_bot', name: 'Bellhop' },
    stateFile: join(config.dataDir, 'sandbox.json'),
  });
}

/** The same, started by another process of this machine. */
export function sandboxAt(port: number): SandboxAddresses {
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    telegramApiRoot: `${url}/telegram`,
    maxApiRoot: `${url}/max`,
    linkRoots: { telegram: `${url}/t.me`, max: `${url}/max.ru` },
  };
}
