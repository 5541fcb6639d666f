import { type Flags, flagValue, type Option } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The server ignores fields it does not know, so a misspelt limit has to be caught here. */
export const LIMIT_NAMES = [
  'requests_per_minute',
  'auth_sessions_per_hour',
  'auth_sessions_per_address',
  'page_sessions_per_address',
  'logins_per_month',
  'credits_per_month',
] as const;

export const PROJECT_OPTIONS = {
  'callback-url': { value: 'url', meaning: 'where a login returns to' },
  'redirect-uri': {
    value: 'url',
    meaning: 'a further page that logins may return to; all of them, one flag each',
    repeatable: true,
  },
  plan: { value: 'plan', meaning: 'free, basic or unlimited' },
  limit: { value: 'name=number', meaning: `instead of the plan's: ${LIMIT_NAMES.join(', ')}`, repeatable: true },
  'display-name': { value: 'text', meaning: 'shown on the login page instead of the name' },
  'logo-url': { value: 'url', meaning: 'shown on the login page' },
  'accent-color': { value: '#rrggbb', meaning: 'of the login page' },
} as const satisfies Record<string, Option>;

/** The fields of the API that these flags set. An empty value takes a field back to its default. */
export function projectBody(flags: Flags): Record<string, unknown> {
  const uris = flags['redirect-uri'];
  const look = present({
    display_name: orNull(flagValue(flags, 'display-name')),
    logo_url: orNull(flagValue(flags, 'logo-url')),
    accent_color: orNull(flagValue(flags, 'accent-color')),
  });
  return present({
    name: flagValue(flags, 'name'),
    callback_url: orNull(flagValue(flags, 'callback-url')),
    redirect_uris: uris?.filter((uri) => uri !== ''),
    plan: flagValue(flags, 'plan'),
    limits: flags['limit'] && Object.fromEntries(flags['limit'].map(readLimit)),
    look: Object.keys(look).length === 0 ? undefined : look,
  });
}

export function wholeNumber(text: string, what: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new UsageError(`${what} must be a whole number; it is "${text}".`);
  return Number(text);
}

function readLimit(text: string): [string, number | null] {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  if (!(LIMIT_NAMES as readonly string[]).includes(name)) {
    throw new UsageError(`--limit takes name=number with one of ${LIMIT_NAMES.join(', ')}; it is "${text}".`);
  }
  return [name, value === '' ? null : wholeNumber(value, `--limit ${name}`)];
}

function orNull(value: string | undefined): string | null | undefined {
  return value === '' ? null : value;
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
