/** The first day of the month (UTC), as PostgreSQL writes a date. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}

/** A month of the calendar (UTC), from its first moment to the first one of the next. `month` is a date in it. */
export function boundsOfMonth(month: string): { from: Date; until: Date } {
  const from = new Date(`${month.slice(0, 7)}-01T00:00:00.000Z`);
  return { from, until: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) };
}

/** Every day of a month that has begun by then, oldest first. */
export function daysOfMonth(month: string, now: Date): string[] {
  const { from, until } = boundsOfMonth(month);
  const days: string[] = [];
  for (let day = from; day < until && day <= now; day = new Date(day.getTime() + 24 * 3600 * 1000)) {
    days.push(day.toISOString().slice(0, 10));
  }
  return days;
}
