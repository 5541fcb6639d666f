import { mkdir, writeFile } from 'node:fs/promises';

/** All charts have the same frame: a plot with its axes, the origin at the lower left. */
const WIDTH = 720;
const HEIGHT = 360;
export const PLOT = { left: 70, right: 700, top: 60, bottom: 300 };

/** As little as both lights need; the background goes along. */
const STYLE = `
  .ground { fill: #ffffff } text { fill: #1f2328; font: 13px system-ui, sans-serif } .title { font-weight: 600; font-size: 15px }
  .grid { stroke: #d1d9e0 } .axis { stroke: #59636e } .faint { fill: #59636e }
  .line { fill: none; stroke-width: 2.5 } .s0 { stroke: #818b98 } .s1 { stroke: #0969da } .d0 { fill: #818b98 } .d1 { fill: #0969da }
  .mark { stroke: #bc4c00; stroke-dasharray: 4 3 } .marked { fill: #bc4c00 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d } .axis { stroke: #8d96a0 } .faint { fill: #8d96a0 }
    .s0 { stroke: #8d96a0 } .s1 { stroke: #58a6ff } .d0 { fill: #8d96a0 } .d1 { fill: #58a6ff }
    .mark { stroke: #f0883e } .marked { fill: #f0883e }
  }`;

export type Scale = { at(value: number): number; ticks: number[] };

/** From 0 to a round number above the greatest value. */
export function scaleTo(greatest: number, from: number, to: number): Scale {
  const step = roundStep(greatest / 5);
  const end = Math.ceil(greatest / step - 1e-9) * step;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, n) => Number((n * step).toPrecision(12)));
  return { at: (value) => Number((from + ((to - from) * value) / end).toFixed(1)), ticks };
}

/** 1, 2 or 5 of its power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

export async function writeFrame(
  file: URL,
  { title, xTitle, x, y }: { title: string; xTitle: string; x: Scale; y: Scale },
  content: string[],
): Promise<void> {
  const { left, right, top, bottom } = PLOT;
  const number = (value: number) => value.toLocaleString('en');
  const parts = [
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    `<text class="title" x="${left}" y="28">${escapeText(title)}</text>`,
    ...y.ticks.map(
      (tick) =>
        `<line class="grid" x1="${left}" x2="${right}" y1="${y.at(tick)}" y2="${y.at(tick)}"/>` +
        `<text class="faint" x="${left - 8}" y="${y.at(tick) + 4}" text-anchor="end">${number(tick)}</text>`,
    ),
    ...x.ticks.map(
      (tick) => `<text class="faint" x="${x.at(tick)}" y="${bottom + 20}" text-anchor="middle">${number(tick)}</text>`,
    ),
    `<path class="axis" fill="none" d="M${left} ${top}V${bottom}H${right}"/>`,
    `<text class="faint" x="${(left + right) / 2}" y="${bottom + 42}" text-anchor="middle">${escapeText(xTitle)}</text>`,
    ...content,
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(title)}">
<style>${STYLE}
</style>
${parts.join('\n')}
</svg>
`;
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, svg);
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
