import Type, { type Static } from 'typebox';
import { EVENT_NAMES } from '#events';
import { timestamp } from '#lib/timestamp.ts';
import { DELIVERY_STATES, type Delivery, type LoggedAttempt } from './delivery.ts';
import { ENDPOINT_STATUSES, type Endpoint } from './endpoint.ts';

const Id = Type.String({ format: 'uuid' });
const Time = Type.String({ format: 'date-time' });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const EndpointJson = Type.Object({
  id: Id,
  url: Type.String(),
  events: Type.Array(Type.Enum([...EVENT_NAMES]), { description: 'Empty: all events.' }),
  description: Type.Union([Type.String(), Type.Null()]),
  status: Type.Enum([...ENDPOINT_STATUSES]),
  created_at: Time,
});

export const Secret = Type.String({
  description: 'Shown this once. Signatures are made with all of it, `whsec_` included.',
});

export function endpointJson(endpoint: Omit<Endpoint, 'lane'>): Static<typeof EndpointJson> {
  const { id, url, events, description, status, createdAt } = endpoint;
  return { id, url, events, description, status, created_at: timestamp(createdAt) };
}

export const DeliveryJson = Type.Object({
  delivery_id: Id,
  endpoint_id: Id,
  event: Type.String(),
  status: Type.Enum([...DELIVERY_STATES]),
  attempt_count: Type.Integer(),
  last_status_code: orNull(Type.Integer(), 'What the last attempt was answered with; null without an answer.'),
  last_error: orNull(Type.String(), 'The class of the last error; null where the last attempt succeeded.'),
  created_at: Time,
  next_attempt_at: orNull(Time, 'While pending.'),
  finished_at: orNull(Time, 'Null while pending.'),
});

export function deliveryJson(delivery: Delivery): Static<typeof DeliveryJson> {
  const { id, endpointId, event, state, attempts, lastStatusCode, lastError, finishedAt } = delivery;
  return {
    delivery_id: id,
    endpoint_id: endpointId,
    event,
    status: state,
    attempt_count: attempts,
    last_status_code: lastStatusCode,
    last_error: lastError,
    created_at: timestamp(delivery.createdAt),
    next_attempt_at: state === 'pending' ? timestamp(delivery.nextAttemptAt) : null,
    finished_at: finishedAt === null ? null : timestamp(finishedAt),
  };
}

export const AttemptJson = Type.Object({
  attempt: Type.Integer({ description: '1 is the first; redeliveries go on counting.' }),
  started_at: Time,
  duration_ms: Type.Integer(),
  status_code: orNull(Type.Integer(), 'Null where there was no answer.'),
  error: orNull(
    Type.String(),
    'Null on success, else `http_error`, `timeout`, `dns_error`, `connect_error`, `tls_error`, `address_refused`, `connection_lost`, `protocol_error`, `invalid_url` or `internal_error`.',
  ),
  error_detail: orNull(Type.String(), 'The same in words.'),
  request_headers: Type.Record(Type.String(), Type.String()),
  response_body: orNull(Type.String(), 'The first 1,024 bytes.'),
});

export const DeliveryDetailJson = Type.Object({
  ...DeliveryJson.properties,
  payload: Type.Object({ event: Type.String(), data: Type.Any() }, { description: 'The body, as JSON.' }),
  attempts: Type.Array(AttemptJson),
});

export function attemptJson(attempt: LoggedAttempt): Static<typeof AttemptJson> {
  return {
    attempt: attempt.attempt,
    started_at: timestamp(attempt.startedAt),
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    error: attempt.error,
    error_detail: attempt.errorDetail,
    request_headers: attempt.requestHeaders,
    response_body: attempt.responseBody,
  };
}
