/** A project's backend: Node.js' own HTTP server. Answers every POST with 200; GET tells how many have come. */
import { createServer } from 'node:http';

let received = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ received }));
    return;
  }
  request.resume().on('end', () => {
    received += 1;
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('ok');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env['PORT']), '127.0.0.1');

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
