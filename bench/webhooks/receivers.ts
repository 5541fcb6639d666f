import { fileURLToPath } from 'node:url';
import { startProgram } from '../kit/start-program.ts';
import type { CountReceived } from './measure-deliveries.ts';
import type { Endpoint } from './system.ts';

/** As many as Bellhop opens to one host. */
const CONNECTIONS = 64;

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export async function startReceiver(): Promise<{ urls: (count: number) => string[]; countReceived: CountReceived }> {
  const { url } = await startProgram(program('./receiver.ts'), {}, '/');
  return {
    urls: (count) => Array.from({ length: count }, (_, n) => `${url}/hook/${n}`),
    countReceived: async () => ((await (await fetch(url)).json()) as { received: number }).received,
  };
}

/** The bare loop to the same endpoints; answers posts per second. */
export async function startBareLoop(
  endpoints: readonly Endpoint[],
  nodeFlags: readonly string[],
): Promise<{ pid: number; post: (count: number) => Promise<number> }> {
  const targets = endpoints.map(({ url, secret }) => ({ path: new URL(url).pathname, secret }));
  const receiver = new URL(endpoints[0]?.url ?? '').origin;
  const env = { RECEIVER: receiver, CONNECTIONS: String(CONNECTIONS), TARGETS: JSON.stringify(targets) };
  const { url, pid } = await startProgram(program('./bare-loop.ts'), env, '/?count=0', nodeFlags);
  const post = async (count: number) => {
    const { seconds } = (await (await fetch(`${url}/?count=${count}`)).json()) as { seconds: number };
    return count / seconds;
  };
  return { pid, post };
}
