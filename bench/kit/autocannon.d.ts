/** The part of autocannon that is used here; the package brings no types. */
declare module 'autocannon' {
  type Options = { url: string; headers?: Record<string, string>; connections: number; duration: number };
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
