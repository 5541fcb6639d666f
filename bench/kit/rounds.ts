/** The middle value; of an even number, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error('No values to take the median of.');
  return (low + high) / 2;
}

/** The middle one of the rounds' own ratios: the speed of the machine changes from one minute to the next, less within a round. */
export function medianRatio(values: readonly number[], yardsticks: readonly number[]): number {
  return median(values.map((value, round) => value / (yardsticks[round] ?? Number.NaN)));
}

/** Until both sides are compiled to the end. */
export const WARM_UP_ROUNDS = 2;

/**
 * Measures the contenders in turn, round by round, the order reversed in every second round: what else
 * the machine does then hits all of them alike.
 */
export async function alternateRounds<Name extends string, Measure>(
  contenders: Record<Name, () => Promise<Measure>>,
  rounds: number,
  onRound: (round: number, measures: Record<Name, Measure>) => void = () => {},
): Promise<Record<Name, Measure[]>> {
  const names = Object.keys(contenders) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measure[]>;
  for (let round = 1; round <= rounds; round += 1) {
    const measured = {} as Record<Name, Measure>;
    for (const name of round % 2 === 0 ? names.toReversed() : names) {
      measured[name] = await contenders[name]();
      all[name].push(measured[name]);
    }
    onRound(round, measured);
  }
  return all;
}
