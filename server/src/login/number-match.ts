import { randomInt } from 'node:crypto';

const OFFERED = 6;

/** Six different numbers of two digits, of which the browser shows one. */
export function drawNumbers(): { number: number; choices: number[] } {
  const choices = new Set<number>();
  while (choices.size < OFFERED) choices.add(randomInt(10, 100));
  const list = [...choices];
  return { number: list[randomInt(OFFERED)] ?? 0, choices: list };
}
