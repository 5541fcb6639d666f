import type { IncomingMessage } from 'node:http';

export type Body = {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, File>;
  /** The bytes where the body was of no kind that has fields. */
  readonly raw: Uint8Array<ArrayBuffer>;
};

export class BodyProblem extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const nothing = { fields: {}, files: new Map<string, File>() };

/** Reads JSON, form-urlencoded and multipart bodies alike. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const raw = await readBytes(request, limit);
  if (raw.length === 0) return { ...nothing, raw };
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\/form-data/i.test(type)) return { ...(await readMultipart(raw, type)), raw };
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    return { ...nothing, fields: Object.fromEntries(new URLSearchParams(new TextDecoder().decode(raw))), raw };
  }
  if (/^application\/json/i.test(type)) return { ...nothing, fields: readJson(raw), raw };
  return { ...nothing, raw };
}

function readJson(raw: Uint8Array): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    throw new BodyProblem(400, 'the body is not JSON');
  }
  if (typeof parsed !== 'object' || parsed === null) throw new BodyProblem(400, 'the body is not a JSON object');
  return parsed as Record<string, unknown>;
}

async function readMultipart(raw: Uint8Array<ArrayBuffer>, type: string): Promise<Omit<Body, 'raw'>> {
  const fields: Record<string, unknown> = {};
  const files = new Map<string, File>();
  let form: FormData;
  try {
    form = await new Response(raw, { headers: { 'content-type': type } }).formData();
  } catch {
    throw new BodyProblem(400, 'the multipart body is broken');
  }
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else files.set(name, value);
  }
  return { fields, files };
}

function readBytes(request: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // The rest is read and forgotten, so that the client gets its answer instead of a broken pipe.
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on('end', () => {
      if (size > limit) reject(new BodyProblem(413, 'the body is too large'));
      else resolve(Buffer.concat(chunks, size));
    });
    request.on('error', reject);
  });
}
