/** The part of autocannon that is used here; the package brings no types. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };
  type Options = {
    url: string;
    headers?: Record<string, string>;
    connections: number;
    /** Seconds; or as many requests as `amount` says. */
    duration?: number;
    amount?: number;
    /** Milliseconds between two samples; the end is noticed at one of them. */
    sampleInt?: number;
    requests?: (Request & { setupRequest?: (request: Request) => Request })[];
  };
  type Result = {
    requests: { total: number };
    latency: { p50: number; p99: number };
    /** Seconds. */
    duration: number;
    non2xx: number;
    errors: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
