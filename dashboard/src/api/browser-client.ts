import { type Client, makeClient } from './client.ts';
import { queryClient } from './query-client.ts';

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

const call: Client = makeClient({ fetch: (...call) => fetch(...call), wait, signIn });

let isLeaving = false;

/** Once the person is leaving nothing is asked any more: it would be refused, and the page is about to go. */
export const callApi: Client = (path, request) => (isLeaving ? new Promise(() => {}) : call(path, request));

export async function signOut(): Promise<void> {
  isLeaving = true;
  try {
    await queryClient.cancelQueries();
    await call('/dashboard/api/sign-out', { method: 'POST' });
    // A full load: nothing of this person stays in memory.
    window.location.assign('/dashboard/sign-in');
  } catch (error) {
    isLeaving = false;
    throw error;
  }
}
