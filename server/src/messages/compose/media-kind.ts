import type { MediaType } from '#messengers';

type Kind = { mimeType: string; extension: string; isVideo?: true; isPhoto?: true };

const photo = (mimeType: string, extension: string): Kind => ({ mimeType, extension, isPhoto: true });
const video = (mimeType: string, extension: string): Kind => ({ mimeType, extension, isVideo: true });

/** What the brand of an ISO file (`ftyp`) says: pictures and sounds come in that box too. */
const brands: readonly [RegExp, Kind][] = [
  [/^(avif|avis)/, { mimeType: 'image/avif', extension: 'avif' }],
  [/^(hei[cfmsx]|hev[cmsx]|mif1|msf1)/, { mimeType: 'image/heic', extension: 'heic' }],
  [/^M4[ABP]/, { mimeType: 'audio/mp4', extension: 'm4a' }],
  [/^qt/, video('video/quicktime', 'mov')],
  [/^3g[2p]/, video('video/3gpp', '3gp')],
  [/^/, video('video/mp4', 'mp4')],
];

/** What a file is by its first bytes, whatever its server calls it; undefined where they say nothing. */
export function kindOf(bytes: Uint8Array): Kind | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512));
  const at = (from: number, text: string) => start.toString('latin1', from, from + text.length) === text;
  if (at(0, '\xff\xd8\xff')) return photo('image/jpeg', 'jpg');
  if (at(0, '\x89PNG\r\n\x1a\n')) return photo('image/png', 'png');
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return photo('image/gif', 'gif');
  if (at(0, 'RIFF') && at(8, 'WEBP')) return photo('image/webp', 'webp');
  if (at(0, 'RIFF') && at(8, 'AVI ')) return video('video/x-msvideo', 'avi');
  if (at(4, 'ftyp')) return brands.find(([brand]) => brand.test(start.toString('latin1', 8, 12)))?.[1];
  // QuickTime before there were brands.
  if (['moov', 'mdat', 'wide', 'free', 'skip'].some((atom) => at(4, atom))) return video('video/quicktime', 'mov');
  if (at(0, '\x1a\x45\xdf\xa3')) {
    return start.includes('webm') ? video('video/webm', 'webm') : video('video/x-matroska', 'mkv');
  }
  if (at(0, '\x00\x00\x01\xba') || at(0, '\x00\x00\x01\xb3')) return video('video/mpeg', 'mpg');
  if (at(0, 'G') && at(188, 'G') && at(376, 'G')) return video('video/mp2t', 'ts');
  if (at(0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11')) return video('video/x-ms-wmv', 'wmv');
  if (at(0, 'FLV\x01')) return video('video/x-flv', 'flv');
  if (at(0, 'OggS') && (start.includes('theora') || start.includes('video'))) return video('video/ogg', 'ogv');
  if (at(0, '%PDF-')) return { mimeType: 'application/pdf', extension: 'pdf' };
  return undefined;
}

/** Undefined where it will do. A document may be anything. */
export function problemOfKind(type: MediaType, kind: Kind | undefined): string | undefined {
  const found = kind === undefined ? 'something else' : kind.mimeType;
  if (type === 'photo' && !kind?.isPhoto) return `a photo must be a JPEG, PNG, WebP or GIF; this is ${found}`;
  if (type === 'video' && !kind?.isVideo) return `a video must be an MP4, MOV, WebM or the like; this is ${found}`;
  return undefined;
}
