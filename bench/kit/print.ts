/** A table with its first column to the left and the rest, numbers, to the right. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells) {
    const line = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    process.stdout.write(`${line.join('   ')}\n`);
  }
}

export function printRatio(ratio: number, goal: number): void {
  process.stdout.write(`\nratio ${ratio.toFixed(2)} (goal ${goal.toFixed(2)})\n`);
}
