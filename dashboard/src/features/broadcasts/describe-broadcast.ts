import type { Format } from '#lang/format.ts';
import type { Broadcast } from './broadcast-api.ts';
import type { broadcastTexts } from './texts.ts';

type Words = (typeof broadcastTexts)['en']['job']['says'];

/** Recipients that are accounted for. */
export function doneOf({ sent, failed, skipped }: Pick<Broadcast, 'sent' | 'failed' | 'skipped'>): number {
  return sent + failed + skipped;
}

export function leftOf(broadcast: Broadcast): number {
  return broadcast.total - doneOf(broadcast);
}

/** How it fares, in a sentence. */
export function describeBroadcast(words: Words, format: Format, broadcast: Broadcast, now: Date): string {
  const { status, total, rate, estimated_end, created_at, finished_at } = broadcast;
  switch (status) {
    case 'pending':
      return words.pending;
    case 'paused':
      return words.paused(leftOf(broadcast));
    case 'cancelled':
      return words.cancelled(leftOf(broadcast));
    case 'completed':
      return words.completed(format.duration(Date.parse(finished_at ?? created_at) - Date.parse(created_at)));
    case 'processing': {
      const pace = rate === null ? '' : words.rate(format.number(Math.round(rate)));
      const end = estimated_end === null ? '.' : words.end(format.relative(estimated_end, now));
      return words.processing(format.number(doneOf(broadcast)), format.number(total)) + pace + end;
    }
  }
}
