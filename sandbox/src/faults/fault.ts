import type { Channel } from '../world/person.ts';

const faultKinds = [
  'status',
  'timeout',
  'reset',
  'reset_after',
  'rate_limit',
  'split_utf8',
  'slow',
  'garbage',
  'duplicate_updates',
  'late_updates',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** Kinds that befall updates on their way to the bot; the others befall calls. */
export const updateFaultKinds: ReadonlySet<FaultKind> = new Set(['duplicate_updates', 'late_updates']);

export type Fault = {
  readonly id: number;
  readonly channel: Channel | null;
  readonly method: string | null;
  readonly personId: number | null;
  readonly kind: FaultKind;
  /** How often it still happens; -1 is forever. */
  times: number;
  readonly status: number | null;
  readonly body: string | null;
  /** Seconds. */
  readonly retryAfter: number | null;
  readonly delayMs: number | null;
};

export type FaultSettings = { enforceLimits: boolean; attachmentReadyAfterMs: number };

export type FaultInput = { fault: Omit<Fault, 'id'> } | { settings: Partial<FaultSettings> } | { error: string };

/** Reads one item of `POST /sandbox/faults`. */
export function readFault(input: unknown): FaultInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { error: 'a fault is an object' };
  const fields = input as Record<string, unknown>;
  const kind = fields['kind'];
  if (kind === undefined) return readSettings(fields);
  if (!isFaultKind(kind)) return { error: `kind must be one of ${faultKinds.join(', ')}` };
  const channel = fields['channel'] ?? null;
  if (channel !== null && channel !== 'telegram' && channel !== 'max')
    return { error: 'channel must be telegram or max' };
  const method = fields['method'] ?? null;
  if (method !== null && typeof method !== 'string') return { error: 'method must be a string' };
  const numbers = { person_id: null, times: 1, status: null, retry_after: null, delay_ms: null } as Record<
    string,
    number | null
  >;
  for (const name of Object.keys(numbers)) {
    const value = fields[name] ?? numbers[name] ?? null;
    const number = name === 'person_id' && typeof value === 'string' ? Number(value) : value;
    if (number !== null && (typeof number !== 'number' || !Number.isInteger(number)))
      return { error: `${name} must be an integer` };
    numbers[name] = number;
  }
  const {
    person_id: personId = null,
    times = 1,
    status = null,
    retry_after: retryAfter = null,
    delay_ms: delayMs = null,
  } = numbers;
  if (status !== null && (status < 200 || status > 599)) return { error: 'status must be between 200 and 599' };
  if (times === 0 || (times ?? 1) < -1) return { error: 'times must be positive, or -1 for ever' };
  const rawBody = fields['body'] ?? null;
  const body = rawBody === null || typeof rawBody === 'string' ? rawBody : JSON.stringify(rawBody);
  return { fault: { channel, method, personId, kind, times: times ?? 1, status, body, retryAfter, delayMs } };
}

function readSettings(fields: Record<string, unknown>): FaultInput {
  const limits = fields['enforce_limits'];
  const readyAfter = fields['attachment_ready_after_ms'];
  if (limits === undefined && readyAfter === undefined) {
    return { error: 'name a kind, enforce_limits or attachment_ready_after_ms' };
  }
  if (limits !== undefined && typeof limits !== 'boolean') return { error: 'enforce_limits must be true or false' };
  if (readyAfter !== undefined && (typeof readyAfter !== 'number' || !(readyAfter >= 0))) {
    return { error: 'attachment_ready_after_ms must not be negative' };
  }
  return {
    settings: {
      ...(limits === undefined ? {} : { enforceLimits: limits }),
      ...(readyAfter === undefined ? {} : { attachmentReadyAfterMs: readyAfter }),
    },
  };
}

const isFaultKind = (kind: unknown): kind is FaultKind => faultKinds.some((known) => known === kind);
