import type { ServerResponse } from 'node:http';
import type { Core } from '../core.ts';
import type { Call } from './call-log.ts';

const flushEveryMs = 40;
const heartbeatMs = 20_000;
// A load test must not drown the page: what is over is left out, the rest of the log is one request away.
const callsPerFlush = 40;
const chatsPerFlush = 100;

/** Server-sent events for one page: chats that changed, notifications, typing, calls. */
export function streamEvents({ world, calls }: Core, response: ServerResponse): void {
  let lines: string[] = [];
  let fresh: Call[] = [];
  const chats = new Map<string, object>();
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    timer = null;
    for (const chat of [...chats.values()].slice(-chatsPerFlush)) lines.push(event('chat', chat));
    for (const call of fresh.slice(-callsPerFlush)) lines.push(event('call', viewCall(call)));
    response.write(lines.join(''));
    lines = [];
    fresh = [];
    chats.clear();
  };
  const schedule = () => {
    timer ??= setTimeout(flush, flushEveryMs);
  };
  const stopWorld = world.listen((change) => {
    if (change.type === 'people') lines.push(event('people', {}));
    else {
      const { type, personId, ...rest } = change;
      if (world.people.get(personId)?.crowd) return;
      const data = { ...rest, person_id: personId };
      if (type === 'chat') chats.set(`${change.channel}/${personId}`, data);
      else lines.push(event(type, data));
    }
    schedule();
  });
  const stopCalls = calls.listen((call) => {
    fresh.push(call);
    if (fresh.length > callsPerFlush * 2) fresh = fresh.slice(-callsPerFlush);
    schedule();
  });
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);

  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write(event('hello', {}));
  response.on('close', () => {
    stopWorld();
    stopCalls();
    clearInterval(heartbeat);
    if (timer) clearTimeout(timer);
  });
}

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const viewCall = ({ durationMs, at, ...call }: Call): object => ({
  ...call,
  at: new Date(at).toISOString(),
  duration_ms: durationMs,
});
