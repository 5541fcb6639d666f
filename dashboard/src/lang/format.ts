/** Numbers, times and durations as each language writes them. */
import type { Language } from './language.ts';

const LOCALES: Record<Language, string> = { en: 'en-GB', ru: 'ru-RU' };

export type Format = ReturnType<typeof makeFormat>;

export function makeFormat(language: Language, timeZone?: string) {
  const locale = LOCALES[language];
  const zone = timeZone === undefined ? {} : { timeZone };
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...zone });
  const exactShort = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...zone });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', ...zone });
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const units = language === 'ru' ? { ms: 'мс', s: 'с', min: 'мин' } : { ms: 'ms', s: 's', min: 'min' };
  const date = (at: string | Date) => new Date(at);

  return {
    number: (value: number) => number.format(value),
    percent: (share: number) => percent.format(share),
    /** To the second: what stands behind a relative time. */
    exact: (at: string | Date) => exact.format(date(at)),
    dateTime: (at: string | Date) => exactShort.format(date(at)),
    day: (at: string | Date) => day.format(date(at)),
    shortDay: (at: string | Date) => shortDay.format(date(at)),
    hour: (at: string | Date) => hour.format(date(at)),
    clock: (at: string | Date) => clock.format(date(at)),
    relative: (at: string | Date, now: Date) => {
      const { value, unit } = relativeParts((date(at).getTime() - now.getTime()) / 1000);
      return relative.format(value, unit);
    },
    duration: (ms: number) => {
      if (ms < 1000) return `${number.format(Math.round(ms))} ${units.ms}`;
      if (ms < 60_000) return `${number.format(Math.round(ms / 100) / 10)} ${units.s}`;
      const seconds = Math.round(ms / 1000);
      const rest = seconds % 60 === 0 ? '' : ` ${seconds % 60} ${units.s}`;
      return `${number.format(Math.floor(seconds / 60))} ${units.min}${rest}`;
    },
  };
}

/** The largest unit that is full; seconds may be in the future. */
export function relativeParts(seconds: number): { value: number; unit: 'second' | 'minute' | 'hour' | 'day' } {
  const size = Math.abs(seconds);
  if (size < 59.5) return { value: Math.round(seconds), unit: 'second' };
  if (size < 59.5 * 60) return { value: Math.round(seconds / 60), unit: 'minute' };
  if (size < 23.5 * 3600) return { value: Math.round(seconds / 3600), unit: 'hour' };
  return { value: Math.round(seconds / 86_400), unit: 'day' };
}
