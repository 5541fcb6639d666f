import { type Client, makeClient } from './client.ts';

/** Back to this very page after signing in. */
function signIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`/dashboard/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

export const callApi: Client = makeClient({ fetch: (...call) => fetch(...call), wait, signIn });
