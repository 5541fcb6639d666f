import type { IconName } from '#ui/icons.tsx';

/** Every page of a project, in the order of the sidebar; `key` follows `g` on the keyboard. */
export const PAGES = [
  { page: 'overview', group: 'work', key: 'o' },
  { page: 'login', group: 'work', key: 'l' },
  { page: 'webhooks', group: 'work', key: 'w' },
  { page: 'messages', group: 'work', key: 'm' },
  { page: 'broadcasts', group: 'work', key: 'b' },
  { page: 'templates', group: 'work', key: 't' },
  { page: 'subscribers', group: 'people', key: 's' },
  { page: 'tags', group: 'people', key: 'a' },
  { page: 'permissions', group: 'people', key: 'p' },
  { page: 'keys', group: 'manage', key: 'k' },
  { page: 'team', group: 'manage', key: 'e' },
  { page: 'usage', group: 'manage', key: 'u' },
  { page: 'audit', group: 'manage', key: 'i' },
  { page: 'settings', group: 'manage', key: ',' },
] as const satisfies { page: IconName; group: string; key: string }[];

type PageName = (typeof PAGES)[number]['page'];
export const GROUPS = ['work', 'people', 'manage'] as const;

/** Of the bottom bar on a phone; the others are behind "More". */
export const PHONE_PAGES = ['overview', 'webhooks', 'messages', 'subscribers'] as const satisfies PageName[];

export const OPERATOR_PAGES = ['projects', 'bots'] as const;
