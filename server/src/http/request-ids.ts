import { randomBase62 } from '#lib/ids.ts';

/** Unique, not secret: a random start per process and a count. Drawing each at random cost as much as a small query. */
export function requestIds(): () => string {
  const start = randomBase62(12);
  let count = 0;
  return () => {
    count += 1;
    return `${start}${count.toString(36).padStart(8, '0')}`;
  };
}
