import { AppError } from './app-error.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;

/** A point in time as a caller gives it; 1970 where it is earlier. */
export function parseTime(text: string, field: string): Date {
  // In an address an unescaped + is a space.
  const time = text.replace(/ (?=\d\d:?\d\d$)/, '+');
  const at = new Date(ISO.test(time) ? time : Number.NaN);
  if (Number.isNaN(at.getTime())) {
    throw new AppError(
      'validation_failed',
      `\`${field}\` must be a time with an offset, such as 2026-11-14T09:30:00.000+00:00.`,
    );
  }
  return at.getTime() < 0 ? new Date(0) : at;
}
