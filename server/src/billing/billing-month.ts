/** The first day of the month (UTC), as PostgreSQL writes a date. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}
