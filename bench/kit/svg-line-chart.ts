import { escapeText, PLOT, scaleTo, writeFrame } from './svg-frame.ts';

type Line = { label: string; points: (readonly [x: number, y: number])[] };

/** One line or two, both axes from 0: a small difference looks small. */
export async function writeLineChart(
  file: URL,
  { lines, ...titles }: { title: string; xTitle: string; lines: Line[] },
): Promise<void> {
  const all = lines.flatMap(({ points }) => points);
  const x = scaleTo(Math.max(...all.map(([value]) => value)), PLOT.left, PLOT.right);
  const y = scaleTo(Math.max(...all.map(([, value]) => value)), PLOT.bottom, PLOT.top);
  const drawn = lines.flatMap(({ label, points }, nth) => {
    const path = points.map(([px, py]) => `${x.at(px)} ${y.at(py)}`).join('L');
    const legendX = PLOT.left + nth * 300;
    return [
      `<path class="line s${nth}" d="M${path}"/>`,
      ...points.map(([px, py]) => `<circle class="d${nth}" cx="${x.at(px)}" cy="${y.at(py)}" r="4"/>`),
      `<circle class="d${nth}" cx="${legendX + 5}" cy="43" r="5"/><text x="${legendX + 16}" y="47">${escapeText(label)}</text>`,
    ];
  });
  await writeFrame(file, { ...titles, x, y }, drawn);
}
