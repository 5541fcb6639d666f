/** The one form of a point in time in JSON: `2026-11-14T09:30:00.000+00:00`. */
export function timestamp(date: Date): string {
  const ms = date.getTime();
  if (ms !== last.ms) last = { ms, text: date.toISOString().replace('Z', '+00:00') };
  return last.text;
}

/** What happens in one transaction happens at one time: of a thousand events nearly all ask for the same. */
let last = { ms: Number.NaN, text: '' };
