import { nothingDone, saidNo } from '../failure.ts';
import type { Media, Result } from '../messenger.ts';
import { parseWithLongIntegers, readJsonObject } from '../transport/index.ts';
import type { BotApi } from './bot-api.ts';

const uploadTypes = { photo: 'image', video: 'video', document: 'file' } as const;

export type MediaAttachment = { type: 'image' | 'video' | 'file'; payload: object };

/** What was uploaded before, by the object: its token serves every message. Who comes meanwhile waits for it. */
export class KnownUploads {
  readonly #uploads = new WeakMap<Media, Promise<Result<MediaAttachment>>>();

  /** `isNew`: uploaded for this call, so that a refusal of it is not for its age. */
  async attach(api: BotApi, media: Media): Promise<{ uploaded: Result<MediaAttachment>; isNew: boolean }> {
    const known = this.#uploads.get(media);
    if (known !== undefined) return { uploaded: await known, isNew: false };
    const uploading = uploadMedia(api, media);
    this.#uploads.set(media, uploading);
    const uploaded = await uploading;
    if (!uploaded.ok) this.#uploads.delete(media);
    return { uploaded, isNew: true };
  }

  /** Unless somebody has replaced it already. */
  async forget(media: Media, attachment: MediaAttachment): Promise<void> {
    const known = this.#uploads.get(media);
    const current = await known;
    if (current?.ok && current.value === attachment && this.#uploads.get(media) === known) this.#uploads.delete(media);
  }
}

/** The person sees nothing of an upload: whatever goes wrong here, nothing was sent. */
async function uploadMedia(api: BotApi, media: Media): Promise<Result<MediaAttachment>> {
  const type = uploadTypes[media.type];
  const endpoint = await api.call({ method: 'POST', path: '/uploads', query: { type } });
  if (!endpoint.ok) return nothingDone(endpoint.failure);
  const { url, token } = endpoint.value;
  const file = new File([media.bytes as Uint8Array<ArrayBuffer>], media.fileName, { type: media.mimeType });
  const uploaded = await api.upload(typeof url === 'string' ? url : '', file);
  if (!uploaded.ok) return nothingDone(uploaded.failure);
  // A video's token comes with the address, before the upload, which then answers with XML.
  const payload = typeof token === 'string' ? { token } : payloadOf(uploaded.value);
  return payload ? { ok: true, value: { type, payload } } : saidNo('platform_unavailable', 'the upload gave no token');
}

function payloadOf(text: string): object | undefined {
  const json = readJsonObject({ status: 200, retryAfter: null, text }, parseWithLongIntegers);
  if (!json.ok) return undefined;
  const { token, photos } = json.value;
  if (typeof token === 'string') return { token };
  return typeof photos === 'object' && photos !== null ? { photos } : undefined;
}
