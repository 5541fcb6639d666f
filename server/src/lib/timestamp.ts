/** The one form of a point in time in JSON: `2026-11-14T09:30:00.000+00:00`. */
export function timestamp(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}
