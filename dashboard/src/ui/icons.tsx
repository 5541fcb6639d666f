/** Line icons on a 24 × 24 grid; decoration only, the words beside them say the same. */
const PATHS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-4H4zM14 8h6V4h-6z',
  login: 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M4 12h11M11 8l4 4-4 4',
  webhooks: 'M5 12h9M10 8l4 4-4 4M18 5v14',
  subscribers:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.9c2.1.7 3.5 2.6 3.5 5.1',
  messages: 'M4 5h16v11H9l-5 4z',
  broadcasts: 'M4 10v4l10 4V6zM4 10h3M8 15.5l1.2 4M17.5 9a4 4 0 0 1 0 6',
  templates: 'M6 3h9l4 4v14H6zM15 3v4h4M9.5 12h6M9.5 16h6',
  tags: 'M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01',
  permissions: 'M12 3l7 3v5c0 4.5-2.9 8.2-7 10-4.1-1.8-7-5.5-7-10V6zM9 12l2.2 2.2L15 10.5',
  keys: 'M8 15.5a4 4 0 1 1 2.8-6.8H21v3h-2v3h-3v-3h-5.2A4 4 0 0 1 8 15.5zM7 11.5h.01',
  team: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM16 11a3 3 0 1 0 0-6M2.5 19c0-3 2.4-5 5.5-5s5.5 2 5.5 5M16 14c3.1 0 5.5 2 5.5 5',
  usage: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  settings: 'M4 7h9M17 7h3M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 17h3M11 17h9M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  audit: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  projects: 'M3 7h7l2 2h9v11H3z',
  bots: 'M5 9h14v10H5zM12 9V5M9 13.5h.01M15 13.5h.01M9.5 16.5h5M3 13v3M21 13v3',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 21c0-3.8 3.4-6 7.5-6s7.5 2.2 7.5 6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  chevronDown: 'M6 9l6 6 6-6',
  chevronRight: 'M9 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  signOut: 'M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M20 12H9M16 8l4 4-4 4',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  refresh: 'M20 11a8 8 0 1 0-.8 5M20 5v6h-6',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4l13 8-13 8z',
  send: 'M4 11l16-7-7 16-2.5-6.5z',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4 20h16',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  key: 'M8 15.5a4 4 0 1 1 2.8-6.8H21v3h-2v3h-3v-3h-5.2A4 4 0 0 1 8 15.5z',
  edit: 'M4 20l1-4L16.5 4.5l3 3L8 19z',
  docs: 'M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h9M9 8h4',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.6 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
