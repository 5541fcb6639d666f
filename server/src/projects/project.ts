import { AppError } from '#lib/app-error.ts';
import type { Limits, Plan } from './plan.ts';

export const PROJECT_STATUSES = ['active', 'inactive'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** Part of every deep link: `auth_<slug>` must fit Telegram's alphabet and length. */
export const SLUG_PATTERN = '^[a-z0-9-]{3,32}$';

/** Words that have a place of their own beside the projects' login pages, and the project of the dashboard's sign-in. */
export const RESERVED_SLUGS: readonly string[] = ['return', 'bellhop-dashboard'];

/** How the hosted login page looks. */
export type Look = { display_name?: string; logo_url?: string; accent_color?: string };

export type Project = {
  id: string;
  ownerId: string | null;
  name: string;
  slug: string;
  callbackUrl: string | null;
  redirectUris: string[];
  plan: Plan;
  /** Overrides only; `effectiveLimits` adds the plan's. */
  limits: Partial<Limits>;
  look: Look;
  status: ProjectStatus;
  createdAt: Date;
};

/** A page that a person is sent to. Any host will do, localhost included: the browser goes there, not Bellhop. */
export function requirePageUrl(url: string, field: string): string {
  const parsed = URL.parse(url);
  const usable =
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.username === '' &&
    parsed.password === '' &&
    parsed.hash === '';
  if (!usable)
    throw new AppError('invalid_url', `\`${field}\` must be an http or https URL without credentials and fragment.`);
  return url;
}
