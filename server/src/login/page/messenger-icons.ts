import type { Channel } from '#messengers';

const svg = (path: string) =>
  `<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" focusable="false">${path}</svg>`;

/** A paper plane and a speech bubble, in the colour of the text. */
export const MESSENGER_ICONS: Record<Channel, string> = {
  telegram: svg(
    '<path fill="currentColor" d="M21.6 3.2 2.7 10.5c-.9.35-.86 1.63.06 1.92l4.7 1.47 1.8 5.66c.22.7 1.1.9 1.6.36l2.6-2.74 4.67 3.42c.6.44 1.46.1 1.6-.63l2.9-15.5c.15-.83-.36-1.5-1.03-1.26ZM9.3 13.5l8.5-6.1-6.6 7.2-.6 2.9-1.3-4Z"/>',
  ),
  max: svg(
    '<path fill="currentColor" fill-rule="evenodd" d="M12.1 2.6c5.3 0 9.4 4.2 9.4 9.4s-4.2 9.4-9.3 9.4c-1.9 0-2.9-.4-4.3-1.4-1 1.2-3.8 2.1-4 .5 0-1.2-.3-2.2-.6-3.3-.4-1.4-.8-3-.8-5.2 0-5.3 4.3-9.4 9.6-9.4Zm.2 4.6c-2.6-.1-4.6 1.7-5 4.4-.4 2.3.3 5.1.9 5.3.3.1 1-.5 1.5-1 .8.5 1.4.8 2.3.9 2.7.1 5-1.9 5.1-4.6.1-2.7-2.1-4.9-4.8-5Z"/>',
  ),
};
