import { randomUUID } from 'node:crypto';
import type { Body } from '../http/read-body.ts';
import { fileTypeOf } from '../world/file-type.ts';
import type { Media } from '../world/message.ts';
import type { Max } from './max.ts';
import { badPayload, MaxRefusal, notFound } from './refusal.ts';

export const uploadTypes = ['image', 'video', 'audio', 'file'] as const;
export type UploadType = (typeof uploadTypes)[number];

export type Upload = {
  readonly id: string;
  readonly type: UploadType;
  readonly token: string;
  file: { name: string; size: number; mime: string; at: number } | null;
};

const megabyte = 1024 * 1024;
const largest: Record<UploadType, number> = {
  image: 50 * megabyte,
  video: 60 * megabyte,
  audio: 60 * megabyte,
  file: 60 * megabyte,
};
const uploadsKept = 1000;
const kinds = { image: 'photo', video: 'video', audio: 'audio', file: 'document' } as const;

/** Videos and sounds get their token here; images and files get theirs from the upload itself. */
export function createUpload(max: Max, type: string | null, baseUrl: string): object {
  const known = uploadTypes.find((candidate) => candidate === type);
  if (!known) throw badPayload(type ? `Invalid upload type: ${type}` : 'Missing required parameter: type');
  const upload: Upload = { id: randomUUID(), type: known, token: randomUUID().replaceAll('-', ''), file: null };
  max.uploads.set(upload.id, upload);
  const oldest = max.uploads.keys().next();
  if (max.uploads.size > uploadsKept && !oldest.done) max.uploads.delete(oldest.value);
  const early = known === 'video' || known === 'audio' ? { token: upload.token } : {};
  return { url: `${baseUrl}/max/upload/${upload.id}`, ...early };
}

/** The answer is JSON with a token for images and files, and a scrap of XML for the rest, as in the original. */
export async function receiveUpload(max: Max, id: string, body: Body): Promise<object | string> {
  const upload = max.uploads.get(id);
  if (!upload) throw notFound('Upload not found');
  const file = body.files.get('data') ?? [...body.files.values()][0];
  const bytes = file ? await file.bytes() : body.raw;
  if (bytes.length === 0) throw badPayload('Empty file');
  if (bytes.length > largest[upload.type]) throw badPayload('File is too large');
  const name = file?.name ?? upload.type;
  const mime = fileTypeOf(bytes, file?.type ?? '');
  upload.file = { name, size: bytes.length, mime, at: max.world.now() };
  max.files.put(upload.token, { bytes, mime, name });
  if (upload.type === 'image') return { photos: { [upload.id]: { token: upload.token } } };
  return upload.type === 'file' ? { fileId: max.world.next('callback'), token: upload.token } : '<retval>1</retval>';
}

/** The upload behind a token, once the platform has digested it. */
export function mediaOfToken(max: Max, type: UploadType, token: string): Media {
  const upload = [...max.uploads.values()].find((candidate) => candidate.token === token && candidate.type === type);
  if (!upload) throw badPayload(`Invalid ${type === 'image' ? 'photo' : type} token provided: ${token}`);
  const readyAt = (upload.file?.at ?? Number.POSITIVE_INFINITY) + max.faults.settings.attachmentReadyAfterMs;
  if (!upload.file || max.world.now() < readyAt) {
    throw new MaxRefusal(400, 'attachment.not.ready', 'Key: errors.process.attachment.file.not.processed');
  }
  const { name, size, mime } = upload.file;
  return { kind: kinds[type], name, size, mime, fileId: token, url: null };
}
