/** Tells seconds of CPU used so far. */
export type CpuReader = () => number;

/** Microseconds of CPU for each of `count` pieces of work, by whoever took part in it. */
export type CpuPerPiece<Name extends string> = (count: number) => Record<Name, number>;

export function startCpuMeter<Name extends string>(readers: Record<Name, CpuReader>): CpuPerPiece<Name> {
  const names = Object.keys(readers) as Name[];
  const before = names.map((name) => readers[name]());
  return (count) => {
    const used = names.map((name, nth) => [name, ((readers[name]() - (before[nth] ?? 0)) / count) * 1e6] as const);
    return Object.fromEntries(used) as Record<Name, number>;
  };
}
