/** Control characters and reordering marks: a project's name must not be able to rewrite the terminal. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const WIDE = /\p{Emoji_Presentation}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

/** Cells of a terminal that the text takes. */
function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** One line a row, each column as wide as its widest cell. `paint` colours a cell after it was measured. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  paint: (text: string, row: number, column: number) => string = (text) => text,
): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of cells) {
    row.forEach((text, column) => {
      widths[column] = Math.max(widths[column] ?? 0, textWidth(text));
    });
  }
  return cells.map((row, rowIndex) =>
    row
      .map((text, column) => {
        const last = column === row.length - 1;
        return paint(text, rowIndex, column) + (last ? '' : ' '.repeat((widths[column] ?? 0) - textWidth(text)));
      })
      .join('  ')
      .trimEnd(),
  );
}
