import type { Lang } from './messenger.ts';

/** The messenger's locale: `ru*` is Russian, everything else English. */
export const langOf = (locale: unknown): Lang => (typeof locale === 'string' && /^ru/i.test(locale) ? 'ru' : 'en');
