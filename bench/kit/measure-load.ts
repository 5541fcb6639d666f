import autocannon from 'autocannon';

type Load = { url: string; headers?: Record<string, string>; connections: number; seconds: number };

type LoadResult = {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
};

/** As many requests as the connections carry. Anything but a 2xx fails the benchmark: it would measure refusals. */
export async function measureLoad({ url, headers = {}, connections, seconds }: Load): Promise<LoadResult> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
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
