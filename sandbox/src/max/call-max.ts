import type { Body } from '../http/read-body.ts';
import { answerCallback } from './answer-callback.ts';
import type { Max } from './max.ts';
import { deleteMessage, getMessage, getMessages, postMessage, putMessage, sendAction } from './messages.ts';
import { MaxRefusal } from './refusal.ts';
import { botUser } from './shapes.ts';
import { getUpdates, listSubscriptions, subscribe, unsubscribe } from './updates.ts';
import { createUpload } from './upload.ts';

export type MaxCall = {
  readonly method: string;
  /** Below the API root, as `/messages`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly baseUrl: string;
  readonly hungUp: AbortSignal;
};

type Route = (max: Max, call: MaxCall) => unknown;

const routes: Readonly<Record<string, Route>> = {
  'GET /me': (max) => describeBot(max),
  'PATCH /me': (max, { body }) => {
    const commands = body.fields['commands'];
    if (Array.isArray(commands)) max.commands = commands;
    max.world.touch();
    return describeBot(max);
  },
  'POST /messages': (max, { query, body }) => postMessage(max, query, body.fields),
  'PUT /messages': (max, { query, body }) => putMessage(max, query, body.fields),
  'DELETE /messages': (max, { query }) => deleteMessage(max, query),
  'GET /messages': (max, { query }) => getMessages(max, query),
  'POST /answers': (max, { query, body }) => answerCallback(max, query.get('callback_id'), body.fields),
  'GET /updates': (max, { query, hungUp }) => getUpdates(max, query, hungUp),
  'GET /subscriptions': (max) => listSubscriptions(max),
  'POST /subscriptions': (max, { body }) => subscribe(max, body.fields),
  'DELETE /subscriptions': (max, { query }) => unsubscribe(max, query.get('url')),
  'POST /uploads': (max, { query, baseUrl }) => createUpload(max, query.get('type'), baseUrl),
};

export async function callMax(max: Max, call: MaxCall): Promise<unknown> {
  const route = routes[`${call.method} ${call.path}`];
  if (route) return route(max, call);
  const mid = /^\/messages\/([^/]+)$/.exec(call.path)?.[1];
  if (mid && call.method === 'GET') return getMessage(max, decodeURIComponent(mid));
  const chatId = /^\/chats\/(-?\d+)\/actions$/.exec(call.path)?.[1];
  if (chatId && call.method === 'POST') return sendAction(max, chatId);
  const pathKnown = Object.keys(routes).some((key) => key.endsWith(` ${call.path}`));
  throw pathKnown
    ? new MaxRefusal(405, 'method.not.allowed', 'Method is not allowed')
    : new MaxRefusal(404, 'not.found', `Unknown path ${call.path}`);
}

const describeBot = (max: Max): object => ({ ...botUser(max), description: null, commands: max.commands });
