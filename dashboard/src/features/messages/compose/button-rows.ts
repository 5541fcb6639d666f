import type { ButtonDraft } from './composition.ts';

/** The form offers no more; the server has the last word. */
export const MOST_ROWS = 3;
export const MOST_IN_ROW = 3;

function newButton(rows: ButtonDraft[][]): ButtonDraft {
  const keys = rows.flat().map(({ key }) => key);
  return { key: Math.max(0, ...keys) + 1, text: '', does: 'url', value: '' };
}

/** In a new row, unless one is named. */
export function addButton(rows: ButtonDraft[][], toRow?: number): ButtonDraft[][] {
  const button = newButton(rows);
  return toRow === undefined ? [...rows, [button]] : rows.map((row, at) => (at === toRow ? [...row, button] : row));
}

export function changeButton(rows: ButtonDraft[][], key: number, change: Partial<ButtonDraft>): ButtonDraft[][] {
  return rows.map((row) => row.map((button) => (button.key === key ? { ...button, ...change } : button)));
}

/** A row without buttons goes too. */
export function removeButton(rows: ButtonDraft[][], key: number): ButtonDraft[][] {
  return rows.map((row) => row.filter((button) => button.key !== key)).filter((row) => row.length > 0);
}
