import { unreachable } from '../failure.ts';
import type { Result } from '../messenger.ts';
import type { Answer } from './transport.ts';

export type JsonObject = { readonly [field: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Parse = (text: string) => unknown;

/** Anything but a JSON object comes from a gateway, behind which the call may or may not have arrived. */
export function readJsonObject({ status, text }: Answer, parse: Parse = JSON.parse): Result<JsonObject> {
  try {
    const value = parse(text);
    if (isJsonObject(value)) return { ok: true, value };
  } catch {}
  return unreachable(true, `HTTP ${status} without a JSON object`);
}

/** 64-bit numbers, as MAX's markers, stay exact by staying text. */
export function parseWithLongIntegers(text: string): unknown {
  return LONG.test(text) ? JSON.parse(text, keepLongIntegers) : JSON.parse(text);
}

/** Without one of at least so many digits nothing has to be kept, and parsing takes a tenth of the time. */
const LONG = /\d{16}/;

function keepLongIntegers(_: string, value: unknown, context?: { source?: string }): unknown {
  const isLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong ? (context?.source ?? value) : value;
}
