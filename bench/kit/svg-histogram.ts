import { percentile } from './percentile.ts';
import { escapeText, PLOT, scaleTo, writeFrame } from './svg-frame.ts';

type Histogram = { title: string; xTitle: string; values: number[]; marks: { label: string; at: number }[] };

const BARS = 60;

/** How often each range of values occurs; the rare ones above the 99.5th percentile are only counted. */
export async function writeHistogram(file: URL, { values, marks, ...titles }: Histogram): Promise<void> {
  const x = scaleTo(percentile(values, 0.995), PLOT.left, PLOT.right);
  const end = x.ticks.at(-1) ?? 1;
  const bars = new Array<number>(BARS).fill(0);
  for (const value of values.filter((value) => value < end)) {
    const bar = Math.max(0, Math.floor((value / end) * BARS));
    bars[bar] = (bars[bar] ?? 0) + 1;
  }
  const beyond = values.filter((value) => value >= end).length;
  const y = scaleTo(Math.max(...bars), PLOT.bottom, PLOT.top);
  const width = (PLOT.right - PLOT.left) / BARS;
  const drawn = bars.map((count, nth) => {
    const left = (PLOT.left + nth * width + 0.5).toFixed(1);
    return `<rect class="d1" x="${left}" y="${y.at(count)}" width="${(width - 1).toFixed(1)}" height="${(PLOT.bottom - y.at(count)).toFixed(1)}"/>`;
  });
  const marked = marks.map(
    ({ label, at }) =>
      `<line class="mark" x1="${x.at(at)}" x2="${x.at(at)}" y1="${PLOT.top - 8}" y2="${PLOT.bottom}"/>` +
      `<text class="marked" x="${x.at(at) + 5}" y="${PLOT.top}">${escapeText(label)} ${at.toFixed(1)} ms</text>`,
  );
  const note =
    beyond === 0 ? [] : [`<text class="faint" x="${PLOT.right}" y="28" text-anchor="end">${beyond} beyond</text>`];
  await writeFrame(file, { ...titles, x, y }, [...drawn, ...marked, ...note]);
}
