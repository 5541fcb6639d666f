import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../../pages/theme.css', import.meta.url), 'utf8');

function colours(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  expect(start, selector).toBeGreaterThan(-1);
  const block = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

/** WCAG 2: relative luminance, and the ratio of two. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['--paper', '--surface', '--sunken'];
const INKS = ['--ink', '--ink-soft', '--primary', '--brass-ink', '--success', '--warning', '--error', '--info'];
const PAIRS = [
  ...INKS.flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const)),
  ['--on-fill', '--fill'],
  ['--on-fill', '--fill-strong'],
  ['--primary', '--primary-soft'],
  ['--brass-ink', '--brass-soft'],
  ['--ink', '--brass-soft'],
  ['--success', '--success-soft'],
  ['--warning', '--warning-soft'],
  ['--error', '--error-soft'],
] as const;

describe.each([':root', ':root[data-theme="dark"]'])('%s', (selector) => {
  const theme = colours(selector);

  test.each(PAIRS)('%s on %s can be read: contrast of 4.5 or more', (ink, ground) => {
    expect(contrast(theme[ink] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});

test('dark by the system and dark by choice are the same', () => {
  const chosen = colours(':root[data-theme="dark"]');
  expect(colours(':root:not([data-theme="light"])')).toEqual(chosen);
  expect(Object.keys(chosen).sort()).toEqual(Object.keys(colours(':root')).sort());
});
