import type { Socket } from 'node:net';
import { AppError } from '#lib/app-error.ts';
import { ERROR_CODES } from './error-codes.ts';
import { envelope } from './error-response.ts';

/** What is not even HTTP never reaches a route; it is answered in the envelope all the same. */
export function answerBrokenRequests(baseUrl: string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const reason =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? 'The headers are too large.'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? 'The request did not arrive in time.'
          : 'This is not a valid HTTP request.';
    const body = JSON.stringify(envelope(baseUrl, new AppError('bad_request', reason)));
    socket.end(
      `HTTP/1.1 ${ERROR_CODES.bad_request.status} Bad Request\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${body}`,
    );
  };
}
