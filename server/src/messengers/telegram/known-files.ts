import { nothingDone } from '../failure.ts';
import type { Failure, Media, Result } from '../messenger.ts';
import { isFileUnknown } from './refusal.ts';

type Way<T> = {
  /** Sends it with its bytes. The platform's name of the file comes with the answer. */
  upload(): Promise<Result<{ sent: T; fileId: string | undefined }>>;
  sendById(fileId: string): Promise<Result<T>>;
};

/** One file under one name of the platform; who comes while it is being uploaded waits for that. */
type Known = { fileId?: string; uploading?: Promise<Failure | undefined> };

/**
 * What was uploaded before goes by the name that Telegram gave it. With Telegram an upload is a message to somebody, so the
 * first to send uploads, and who comes meanwhile waits: either for the name, or for what failed by no fault of a person.
 */
export class KnownFiles {
  /** By the object: whoever loads the same file again has another one, and the memory goes with it. */
  readonly #known = new WeakMap<Media, Map<string, Known>>();
  readonly #noPhotos = new WeakSet<Media>();

  async send<T>(media: Media, field: string, { upload, sendById }: Way<T>): Promise<Result<T>> {
    const known = this.#find(media, field);
    for (;;) {
      if (known.uploading !== undefined) {
        const failure = await known.uploading;
        if (failure !== undefined) return nothingDone(failure);
        continue;
      }
      const { fileId } = known;
      if (fileId === undefined) break;
      const sent = await sendById(fileId);
      if (sent.ok || !isFileUnknown(sent.failure)) return sent;
      if (known.fileId === fileId) delete known.fileId;
    }
    const uploaded = upload();
    const uploading = uploaded.then(
      (result) => (result.ok ? undefined : sharedFailure(result.failure)),
      () => undefined,
    );
    known.uploading = uploading;
    try {
      const result = await uploaded;
      if (!result.ok) return result;
      if (result.value.fileId !== undefined) known.fileId = result.value.fileId;
      return { ok: true, value: result.value.sent };
    } finally {
      if (known.uploading === uploading) delete known.uploading;
    }
  }

  /** Said by the platform before. */
  isNoPhoto(media: Media): boolean {
    return this.#noPhotos.has(media);
  }

  rememberNoPhoto(media: Media): void {
    this.#noPhotos.add(media);
  }

  #find(media: Media, field: string): Known {
    const fields = this.#known.get(media) ?? new Map<string, Known>();
    this.#known.set(media, fields);
    const known = fields.get(field) ?? {};
    fields.set(field, known);
    return known;
  }
}

/** A failure that the next one would meet as well: waiting senders are not let loose on the platform one by one. */
function sharedFailure(failure: Failure): Failure | undefined {
  if (failure.kind === 'unreachable') return failure;
  return ['rate_limited', 'platform_unavailable', 'bot_banned'].includes(failure.reason) ? failure : undefined;
}
