const command = /^\/start(?:@\w+)?(?:\s+(.*))?$/is;
const payloadForm = /^[A-Za-z0-9_-]{1,64}$/;

/** A payload that no link of Bellhop's could carry counts as none. */
export function readStartPayload(payload: unknown): string | null {
  return typeof payload === 'string' && payloadForm.test(payload) ? payload : null;
}

/** `/start`, `/start x` and `/start@bot x`; undefined where the text is something else. */
export function readStartCommand(text: string): { payload: string | null } | undefined {
  const match = command.exec(text.trim());
  return match ? { payload: readStartPayload(match[1]) } : undefined;
}
