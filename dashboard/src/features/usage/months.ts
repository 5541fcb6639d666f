/** Months as the API names them, `2026-11`, by UTC. */
const MOST_MONTHS = 24;

function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** From this one back to the month of `first`, newest first. */
export function monthsSince(first: Date, now: Date): string[] {
  const months: string[] = [];
  const oldest = monthOf(first);
  for (let back = 0; back < MOST_MONTHS; back++) {
    const month = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)));
    if (back > 0 && month < oldest) break;
    months.push(month);
  }
  return months;
}
