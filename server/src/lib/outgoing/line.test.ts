import { expect, it } from 'vitest';
import { Line } from './line.ts';

it('they are taken in the order in which they came, while others come', () => {
  const line = new Line<number>();
  const taken: (number | undefined)[] = [];
  for (let n = 0; n < 20; n += 1) {
    line.add(n);
    if (n % 3 !== 0) taken.push(line.take());
    expect(line.length).toBe(n + 1 - taken.length);
  }
  while (line.length > 0) taken.push(line.take());
  expect(taken).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(line.take()).toBeUndefined();
});
