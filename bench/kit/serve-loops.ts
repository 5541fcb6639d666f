/** So many loops that do the same work one piece after the other; asked by `GET /?count=…`, told in seconds. */
import { createServer } from 'node:http';

export function serveLoops(port: number, loops: number, work: (n: number) => Promise<void>): void {
  async function workAll(count: number): Promise<number> {
    const began = performance.now();
    let next = 0;
    const loop = async () => {
      while (next < count) await work(next++);
    };
    await Promise.all(Array.from({ length: loops }, loop));
    return (performance.now() - began) / 1000;
  }

  createServer(async (request, response) => {
    const count = Number(new URL(request.url ?? '/', 'http://bare').searchParams.get('count'));
    response.end(JSON.stringify({ seconds: await workAll(count) }));
  }).listen(port, '127.0.0.1');
  const stop = () => process.exit(0);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
}
