import { STATUS_CODES } from 'node:http';
import type { PreparedCall } from '../faults/play-call.ts';
import type { Answer } from '../http/answer.ts';
import { type Body, BodyProblem } from '../http/read-body.ts';
import { personOfTelegramId } from '../world/person.ts';
import { callTelegram } from './call-telegram.ts';
import { Parameters } from './parameters.ts';
import { answerOfRefusal, badRequest, TelegramRefusal, tooManyRequests } from './refusal.ts';
import type { Telegram } from './telegram.ts';

/** A request below `/telegram`, as `/bot<token>/<method>`. */
export function prepareTelegramCall(
  telegram: Telegram,
  path: string,
  query: URLSearchParams,
  body: Body | BodyProblem,
  hungUp: AbortSignal,
): PreparedCall {
  const [, token = '', method = ''] = /^\/bot([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const parameters =
    body instanceof BodyProblem
      ? new Parameters({})
      : new Parameters({ ...Object.fromEntries(query), ...body.fields }, body.files);
  const run = async (): Promise<Answer> => {
    try {
      if (token !== telegram.bot.token) {
        throw token ? new TelegramRefusal(401, 'Unauthorized') : new TelegramRefusal(404, 'Not Found');
      }
      if (body instanceof BodyProblem) throw refusalOfBody(body);
      const result = await callTelegram(telegram, method, parameters, hungUp);
      return { status: 200, body: { ok: true, result } };
    } catch (error) {
      if (error instanceof TelegramRefusal) return answerTo(error);
      throw error;
    }
  };
  return {
    channel: 'telegram',
    method: method || path.replace(/\/bot[^/]*/, '/bot•••'),
    params: parameters.shown(),
    personId: personOfCall(telegram, parameters),
    run,
    failure: (status) => answerTo(new TelegramRefusal(status, STATUS_CODES[status] ?? 'Unknown')),
    rateLimited: (seconds) => answerTo(tooManyRequests(seconds)),
  };
}

const answerTo = (refusal: TelegramRefusal): Answer => ({
  status: refusal.code,
  body: answerOfRefusal(refusal),
  ...(refusal.retryAfter === null ? {} : { headers: { 'retry-after': String(refusal.retryAfter) } }),
});

const refusalOfBody = ({ status, message }: BodyProblem): TelegramRefusal =>
  status === 413 ? new TelegramRefusal(413, 'Request Entity Too Large') : badRequest(message);

function personOfCall(telegram: Telegram, parameters: Parameters): number | null {
  if (parameters.has('chat_id')) return personOfTelegramId(parameters.integer('chat_id'));
  return telegram.callbacks.find(parameters.text('callback_query_id'))?.personId ?? null;
}
