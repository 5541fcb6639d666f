import { lookup } from 'node:dns/promises';
import { createSlots } from './slots.ts';

type ResolvedAddress = { address: string; family: number };
/** Of libuv, unless the environment says otherwise. */
const POOL_THREADS = 4;

export type Resolve = (name: string) => Promise<ResolvedAddress[]>;

/**
 * The system's own resolution, hosts file and search domains included. It blocks a thread of the shared pool until
 * the name server answers, so a dead name takes one thread however many ask for it, and one thread stays free.
 */
export function createSystemLookup(threads = POOL_THREADS): Resolve {
  const slots = createSlots(Math.max(1, threads - 1));
  const running = new Map<string, Promise<ResolvedAddress[]>>();

  const look = async (name: string): Promise<ResolvedAddress[]> => {
    await slots.enter('lookup');
    try {
      return await lookup(name, { all: true, order: 'verbatim' });
    } finally {
      slots.leave('lookup');
      running.delete(name);
    }
  };

  return (name) => {
    const shared = running.get(name) ?? look(name);
    running.set(name, shared);
    return shared;
  };
}
