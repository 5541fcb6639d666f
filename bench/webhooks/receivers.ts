import { fileURLToPath } from 'node:url';
import { startCpuMeter } from '../kit/cpu-meter.ts';
import { cpuSeconds } from '../kit/cpu-time.ts';
import { startProgram } from '../kit/start-program.ts';
import type { Measure } from './measure-deliveries.ts';
import type { Endpoint } from './system.ts';

/** As many as Bellhop opens to one host. */
const CONNECTIONS = 128;

export type Receiver = {
  pid: number;
  urls(count: number): string[];
  /** How many deliveries it has answered so far. */
  countReceived(): Promise<number>;
};

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A backend as projects have it, or as little of one as can answer: then the senders show their own cost. */
export type ReceiverKind = 'http' | 'socket';

export async function startReceiver(kind: ReceiverKind): Promise<Receiver> {
  const { url, pid } = await startProgram(program(`./${kind}-receiver.ts`), {}, '/');
  return {
    pid,
    urls: (count) => Array.from({ length: count }, (_, n) => `${url}/hook/${n}`),
    countReceived: async () => ((await (await fetch(url)).json()) as { received: number }).received,
  };
}

/** The bare loop, to the same endpoints of the same receiver. */
export async function startBareLoop(
  endpoints: readonly Endpoint[],
  receiver: Receiver,
  nodeFlags: readonly string[],
): Promise<{ post: (count: number) => Promise<Measure> }> {
  const targets = endpoints.map(({ url, secret }) => ({ path: new URL(url).pathname, secret }));
  const origin = new URL(endpoints[0]?.url ?? '').origin;
  const env = { RECEIVER: origin, CONNECTIONS: String(CONNECTIONS), TARGETS: JSON.stringify(targets) };
  const { url, pid } = await startProgram(program('./bare-loop.ts'), env, '/?count=0', nodeFlags);
  const post = async (count: number) => {
    const cpuPerPiece = startCpuMeter({
      sender: () => cpuSeconds(pid),
      receiver: () => cpuSeconds(receiver.pid),
      database: () => 0,
    });
    const { seconds } = (await (await fetch(`${url}/?count=${count}`)).json()) as { seconds: number };
    return { rate: count / seconds, cpu: cpuPerPiece(count) };
  };
  return { post };
}
