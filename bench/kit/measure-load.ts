import autocannon from 'autocannon';

type Load = {
  url: string;
  headers?: Record<string, string>;
  /** For requests that differ: called for each one, and for a few that are never sent. */
  next?: () => { path?: string; body?: string };
  method?: 'GET' | 'POST';
  connections: number;
} & ({ seconds: number } | { amount: number });

export type LoadResult = {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
};

/** So often is looked for the end of a given amount: with the usual second, rates would come in steps. */
const SAMPLE_MS = 20;

/** As many requests as the connections carry. Anything but a 2xx fails the benchmark: it would measure refusals. */
export async function measureLoad(load: Load): Promise<LoadResult> {
  const { url, headers = {}, method = 'GET', next, connections } = load;
  const result = await autocannon({
    url,
    headers,
    connections,
    ...('seconds' in load ? { duration: load.seconds } : { amount: load.amount, sampleInt: SAMPLE_MS }),
    ...(next === undefined
      ? {}
      : { requests: [{ method, headers, setupRequest: (request) => ({ ...request, ...next() }) }] }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url}: ${result.non2xx} refusals and ${result.errors} errors among ${result.requests.total} requests.`,
    );
  }
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
