const STEPS = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** "3 hours ago". A time slightly ahead of this machine's clock is "just now". */
export function relativeTime(at: Date, now: Date): string {
  const passed = (now.getTime() - at.getTime()) / 1000;
  const step = STEPS.find(({ seconds }) => passed >= seconds);
  return step === undefined ? 'just now' : format.format(-Math.floor(passed / step.seconds), step.unit);
}
