import type { Format } from '#lang/format.ts';
import type { DeliveryTexts } from './delivery-texts.ts';
import type { Delivery } from './webhook-api.ts';

type Failure = { error: string | null; status_code: number | null };

/** Why an attempt failed, as a sentence. */
export function describeFailure({ errors }: DeliveryTexts, { error, status_code }: Failure): string {
  if (error === null) return '';
  if (error === 'http_error') {
    const isRedirect = status_code !== null && status_code >= 300 && status_code < 400;
    return isRedirect ? errors.redirect(status_code) : errors.http_error(status_code);
  }
  const text = (errors as Record<string, unknown>)[error];
  return typeof text === 'string' ? text : errors.unknown(error);
}

/** The last answer in a word or two, for a column. */
export function shortAnswer({ short }: DeliveryTexts, { last_error, last_status_code }: Delivery): string {
  if (last_error === null || last_error === 'http_error') return short.http_error(last_status_code);
  const text = (short as Record<string, unknown>)[last_error];
  return typeof text === 'string' ? text : last_error;
}

/** What became of a delivery, and what happens next. */
export function describeDelivery(t: DeliveryTexts, format: Format, delivery: Delivery, now: Date): string {
  const { status, attempt_count, last_error, last_status_code, next_attempt_at } = delivery;
  const reason = describeFailure(t, { error: last_error, status_code: last_status_code });
  const next = format.relative(next_attempt_at ?? now, now);
  switch (status) {
    case 'delivered':
      return t.says.delivered(String(last_status_code ?? ''), attempt_count);
    case 'pending':
      return reason === '' ? t.says.first(next) : t.says.retry(reason, next);
    case 'failed':
      return isFinal(last_status_code) ? t.says.final(reason) : t.says.gaveUp(reason);
    case 'skipped':
      return t.says.skipped;
  }
}

function isFinal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500;
}
