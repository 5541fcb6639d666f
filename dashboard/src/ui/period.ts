/** A stretch of time as the address knows it: `period=24h`, or `since` and `until` as times. */
export const PERIODS = ['1h', '24h', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

const HOURS: Record<Period, number> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 };

type PeriodFilter = { period?: string | undefined; since?: string | undefined; until?: string | undefined };

export function isPeriod(text: string | undefined): text is Period {
  return (PERIODS as readonly (string | undefined)[]).includes(text);
}

/** What the API is asked for. Times that cannot be read are as good as none. */
export function periodRange({ period, since, until }: PeriodFilter, now: Date): { since?: string; until?: string } {
  if (isPeriod(period)) {
    // To the minute, so that looking again asks the same question.
    const minute = Math.floor(now.getTime() / 60_000) * 60_000;
    return { since: new Date(minute - HOURS[period] * 3_600_000).toISOString() };
  }
  return { ...readTime('since', since), ...readTime('until', until) };
}

function readTime<Name extends 'since' | 'until'>(name: Name, text: string | undefined): { [K in Name]?: string } {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? {} : ({ [name]: at.toISOString() } as { [K in Name]?: string });
}

/** For <input type="datetime-local">: local time, to the minute. */
export function localInputValue(iso: string | undefined): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocalInput(value: string): string | undefined {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
