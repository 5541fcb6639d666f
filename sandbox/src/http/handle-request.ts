import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Core } from '../core.ts';
import { playCall } from '../faults/play-call.ts';
import { prepareMaxCall } from '../max/prepare-max-call.ts';
import { answerSandbox } from '../phone-api/answer-sandbox.ts';
import { prepareTelegramCall } from '../telegram/prepare-telegram-call.ts';
import { sendAnswer } from './answer.ts';
import { streamEvents } from './event-stream.ts';
import { problemOfRequest } from './guard.ts';
import type { PhoneFiles } from './phone-files.ts';
import { BodyProblem, readBody } from './read-body.ts';
import { sendMediaFile } from './send-media.ts';

// A 50 MB file and its multipart wrapping.
const largestCall = 62 * 1024 * 1024;

export type Site = { readonly core: Core; readonly phone: PhoneFiles; readonly url: string; readonly port: number };

export async function handleRequest(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { core, phone } = site;
  const problem = problemOfRequest(request, site.port);
  if (problem) return sendAnswer(response, { status: 403, body: { error: problem } });

  const url = new URL(request.url ?? '/', site.url);
  const hangUp = new AbortController();
  response.on('close', () => {
    // Aborting without a reason builds an exception, which a load test would notice.
    if (!response.writableFinished) hangUp.abort('hung up');
  });
  const hungUp = hangUp.signal;

  if (/^\/(telegram|max)\//.test(url.pathname)) return answerBotCall(site, request, response, url, hungUp);
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  if (url.pathname === '/sandbox/events' && isGet) return streamEvents(core, response);
  const mediaId = /^\/sandbox\/media\/([0-9a-f-]+)$/.exec(url.pathname)?.[1];
  if (mediaId && isGet && sendMediaFile(response, core.files, mediaId)) return;
  if (/^\/sandbox(\/|$)/.test(url.pathname)) {
    return sendAnswer(response, await answerSandbox(core, request, url, hungUp));
  }
  const isPage = url.pathname === '/' || /^\/(t\.me|max\.ru)\/[^/]+$/.test(url.pathname);
  const name = isPage ? 'index.html' : (/^\/phone\/([a-z-]+\.[a-z]+)$/.exec(url.pathname)?.[1] ?? '');
  if (isGet && phone.send(response, name)) return;
  sendAnswer(response, { status: 404, body: { error: 'there is nothing here' } });
}

async function answerBotCall(
  { core, url: baseUrl }: Site,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  hungUp: AbortSignal,
): Promise<void> {
  const [, root = '', path = ''] = /^(\/telegram|\/max)(\/.*)$/.exec(url.pathname) ?? [];
  const body = await readBody(request, largestCall).catch((error: unknown) => {
    if (error instanceof BodyProblem) return error;
    throw error;
  });
  const call =
    root === '/telegram'
      ? prepareTelegramCall(core.telegram, decodeURI(path), url.searchParams, body, hungUp)
      : prepareMaxCall(core.max, {
          method: request.method ?? 'GET',
          path,
          query: url.searchParams,
          body,
          baseUrl,
          hungUp,
          token: request.headers.authorization,
        });
  const { faults, calls, world } = core;
  await playCall(call, { request, response, faults, calls, now: world.now }, hungUp);
}
