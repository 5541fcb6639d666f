/**
 * Answers every POST with 200; GET tells how many have come. On bare sockets: a receiver of any comfort would take more
 * of the machine than the sender that is being measured.
 */
import { createServer, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok';

let received = 0;

function answer(socket: Socket): void {
  let bytes = '';
  socket.on('data', (chunk) => {
    bytes += chunk;
    for (let end = endOfRequest(bytes); end !== -1; end = endOfRequest(bytes)) {
      const isQuestion = bytes.startsWith('GET ');
      bytes = bytes.slice(end);
      if (!isQuestion) received += 1;
      socket.write(isQuestion ? telling(JSON.stringify({ received })) : ANSWER, 'latin1');
    }
  });
}

/** -1 while it has not come to its end. */
function endOfRequest(bytes: string): number {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return -1;
  const length = Number(/\ncontent-length: *(\d+)/i.exec(bytes.slice(0, headEnd))?.[1] ?? 0);
  const end = headEnd + HEAD_END.length + length;
  return bytes.length < end ? -1 : end;
}

const telling = (json: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${json.length}\r\n\r\n${json}`;

createServer({ noDelay: true }, (socket) => {
  // A byte, a character: lengths are in bytes.
  answer(socket.setEncoding('latin1').on('error', () => socket.destroy()));
}).listen(Number(process.env['PORT']), '127.0.0.1');

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
