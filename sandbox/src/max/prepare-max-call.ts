import type { PreparedCall } from '../faults/play-call.ts';
import type { Answer } from '../http/answer.ts';
import { BodyProblem } from '../http/read-body.ts';
import { personOfMaxChatId, personOfMaxUserId } from '../world/person.ts';
import { callMax, type MaxCall } from './call-max.ts';
import type { Max } from './max.ts';
import { badPayload, MaxRefusal, tooManyRequests, unauthorized } from './refusal.ts';
import { readMid } from './shapes.ts';
import { receiveUpload } from './upload.ts';

const faultCodes: Readonly<Record<number, string>> = {
  400: 'proto.payload',
  401: 'verify.token',
  403: 'chat.denied',
  404: 'dialog.not.found',
  429: 'too.many.requests',
};

/** A request below `/max`. Upload addresses are their own permission; all else wants the token as `Authorization`. */
export function prepareMaxCall(
  max: Max,
  call: Omit<MaxCall, 'body'> & { body: MaxCall['body'] | BodyProblem; token: string | undefined },
): PreparedCall {
  const { method, path, query, body, token } = call;
  const uploadId = /^\/upload\/([0-9a-f-]{36})$/.exec(path)?.[1];
  const run = async (): Promise<Answer> => {
    try {
      if (!uploadId && token !== max.bot.token) throw unauthorized();
      if (body instanceof BodyProblem) throw badPayload(body.message);
      if (!uploadId) return { status: 200, body: await callMax(max, { ...call, body }) };
      return { status: 200, body: await receiveUpload(max, uploadId, body) };
    } catch (error) {
      if (error instanceof MaxRefusal) return answerTo(error);
      throw error;
    }
  };
  return {
    channel: 'max',
    method: uploadId ? 'POST (upload)' : `${method} ${path}`,
    params: { ...Object.fromEntries(query), ...shownBody(body) },
    personId: personOfCall(max, query),
    run,
    failure: (status) => answerTo(new MaxRefusal(status, faultCodes[status] ?? 'internal.error', 'Injected fault')),
    rateLimited: (seconds) => answerTo(tooManyRequests(seconds)),
  };
}

const answerTo = ({ status, code, message, retryAfter }: MaxRefusal): Answer => ({
  status,
  body: { code, message },
  ...(retryAfter === null ? {} : { headers: { 'retry-after': String(retryAfter) } }),
});

function shownBody(body: MaxCall['body'] | BodyProblem): object {
  if (body instanceof BodyProblem) return {};
  const files = [...body.files].map(([name, file]) => [name, `(${file.name}, ${file.size} bytes)`]);
  return { ...body.fields, ...Object.fromEntries(files) };
}

function personOfCall(max: Max, query: URLSearchParams): number | null {
  if (query.has('user_id')) return personOfMaxUserId(Number(query.get('user_id')));
  if (query.has('chat_id')) return personOfMaxChatId(Number(query.get('chat_id')));
  const mid = readMid(query.get('message_id') ?? '');
  return mid?.personId ?? max.callbacks.find(query.get('callback_id') ?? '')?.personId ?? null;
}
