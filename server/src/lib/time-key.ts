/** The sort key of lists by a time and, within it, an id: what their cursors hold. */
export type TimeKey = { at: Date; id: string };

const FORM = /^(\d{13}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Milliseconds: as exact as the times that Bellhop stores. */
export function writeTimeKey({ at, id }: TimeKey): string {
  return `${at.getTime()} ${id}`;
}

export function isTimeKey(text: string): boolean {
  return FORM.test(text);
}

export function readTimeKey(text: string): TimeKey {
  const [, ms, id] = FORM.exec(text) ?? [];
  if (ms === undefined || id === undefined) throw new Error('This is not a sort key.');
  return { at: new Date(Number(ms)), id };
}
