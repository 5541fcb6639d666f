import { encodeQR } from 'qr';
import Type, { type Static } from 'typebox';
import { CHANNELS, type Channel } from '#messengers';

export const MESSENGER_NAMES: Record<Channel, string> = { telegram: 'Telegram', max: 'MAX' };

/** A way into the messenger: the link, and its QR code as an image that needs no further request. */
export const MessengerLink = Type.Object({
  channel: Type.Enum([...CHANNELS]),
  link: Type.String(),
  qr: Type.String({ description: 'SVG, as a data URL.' }),
});

export type MessengerLink = Static<typeof MessengerLink>;

/** Light modules of a margin; the standard asks for four. */
const QUIET_ZONE = 4;

export function messengerLinks(links: Record<Channel, string | null>): MessengerLink[] {
  return CHANNELS.flatMap((channel) => {
    const link = links[channel];
    return link === null ? [] : [{ channel, link, qr: picture(link) }];
  });
}

function picture(link: string): string {
  const svg = encodeQR(link, 'svg', { ecc: 'medium', border: QUIET_ZONE });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
