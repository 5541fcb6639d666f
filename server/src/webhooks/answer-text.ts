const KEPT_BYTES = 1024;

/** The first kilobyte of an answer as text that PostgreSQL can hold; a character that the cut divides is left out. */
export function answerText(body: Buffer): string {
  const text = body.length > KEPT_BYTES ? cutText(body) : body.toString();
  return text.replaceAll('\0', '');
}

const cutText = (body: Buffer): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, KEPT_BYTES), { stream: true });
