/**
 * Where a poll goes on: the next update's id and when it was learned. After a week without updates Telegram draws the
 * next id at random, perhaps below the one expected, and an offset above it would hide it. So an old offset is
 * dropped in time: without one Telegram tells everything that was not confirmed.
 */
const GOOD_FOR_MS = 6 * 24 * 3600 * 1000;

export function offsetOf(position: string | null, now: Date): { offset?: number } {
  const [offset, learned] = (position ?? '').split('@').map(Number);
  if (offset === undefined || learned === undefined || now.getTime() - learned > GOOD_FOR_MS) return {};
  return { offset };
}

export function positionAfter(lastUpdateId: number, now: Date): string {
  return `${lastUpdateId + 1}@${now.getTime()}`;
}
