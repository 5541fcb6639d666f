import type { IncomingMessage } from 'node:http';
import type { Core } from '../core.ts';
import type { Answer } from '../http/answer.ts';
import { BodyProblem, readBody } from '../http/read-body.ts';
import { blockBot, deactivatePerson, openLink, tapButton, typeText, unblockBot } from './act.ts';
import { clearFaults, injectFaults, listFaults } from './inject-faults.ts';
import { type Input, InputProblem, readChannel, readPerson, readQueryNumber } from './input.ts';
import { countSends, inventCrowd, inventPerson, listPeople } from './invent-people.ts';
import { readChat } from './read-chat.ts';
import { viewBots } from './view-bots.ts';

const largestBody = 1024 * 1024;

type Route = (core: Core, input: Input, query: URLSearchParams) => object | Promise<object>;

const routes: Readonly<Record<string, Route>> = {
  'GET /sandbox': viewBots,
  'GET /sandbox/people': (core, _, query) => listPeople(core, query),
  'POST /sandbox/people': inventPerson,
  'POST /sandbox/people/bulk': inventCrowd,
  'POST /sandbox/open': openLink,
  'POST /sandbox/tap': tapButton,
  'POST /sandbox/type': typeText,
  'POST /sandbox/block': blockBot,
  'POST /sandbox/unblock': unblockBot,
  'POST /sandbox/deactivate': deactivatePerson,
  'GET /sandbox/faults': listFaults,
  'POST /sandbox/faults': injectFaults,
  'DELETE /sandbox/faults': clearFaults,
  'GET /sandbox/calls': (core, _, query) => listCalls(core, query),
  'GET /sandbox/counts': (core, _, query) => countSends(core, query),
  'DELETE /sandbox/counts': (core) => {
    core.world.resetCounts();
    return {};
  },
};

/** The API for tests and for the phone. */
export async function answerSandbox(
  core: Core,
  request: IncomingMessage,
  url: URL,
  hungUp: AbortSignal,
): Promise<Answer> {
  try {
    const { method = 'GET' } = request;
    const chat = /^\/sandbox\/chats\/([^/]+)\/([^/]+)$/.exec(url.pathname);
    if (chat && method === 'GET') {
      const channel = readChannel(chat[1]);
      const view = await readChat(core, channel, readPerson(core, chat[2]), url.searchParams, hungUp);
      return { status: 200, body: view };
    }
    const route = routes[`${method} ${url.pathname}`];
    if (!route) return { status: 404, body: { error: `there is no ${method} ${url.pathname}` } };
    const { fields } = await readBody(request, largestBody);
    const result = await route(core, fields, url.searchParams);
    return { status: method === 'POST' && url.pathname === '/sandbox/people' ? 201 : 200, body: result };
  } catch (error) {
    if (error instanceof InputProblem || error instanceof BodyProblem) {
      return { status: error.status, body: { error: error.message } };
    }
    throw error;
  }
}

function listCalls({ calls }: Core, query: URLSearchParams): object {
  const since = readQueryNumber(query, 'since', 0, Number.MAX_SAFE_INTEGER);
  const found = calls.list({ channel: query.get('channel'), method: query.get('method'), since });
  return {
    calls: found.map(({ seq, at, channel, method, params, status, response, durationMs, fault }) => ({
      seq,
      at: new Date(at).toISOString(),
      channel,
      method,
      params,
      status,
      response,
      duration_ms: durationMs,
      fault,
    })),
  };
}
