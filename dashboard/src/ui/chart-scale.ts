/** The end of an axis that holds `most`: 1, 2, 4, 5 or 10 times a power of ten, and even for small counts. */
export function axisEnd(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 5, 10].find((one) => most <= one * power) ?? 10;
  return step * power;
}

/** Which columns get a label, so that labels are at least `room` pixels apart; the last one always does. */
export function labelledColumns(count: number, width: number, room: number): Set<number> {
  const every = Math.max(1, Math.ceil((count * room) / Math.max(width, 1)));
  const shown = new Set<number>();
  for (let at = count - 1; at >= 0; at -= every) shown.add(at);
  return shown;
}
