const HOME = '/dashboard';
const LONGEST = 1500;

/** Where to go after signing in: a page of the dashboard, by its path alone. Whatever leads elsewhere leads home. */
export function ownPath(next: string | undefined, baseUrl: string): string {
  if (next === undefined || next.length > LONGEST || !next.startsWith('/')) return HOME;
  const url = URL.parse(next, baseUrl);
  if (url === null || url.origin !== new URL(baseUrl).origin) return HOME;
  // As it was normalized: dots that climb out of the folder are gone.
  const isPage = url.pathname === HOME || url.pathname.startsWith(`${HOME}/`);
  const isOurs = /^\/dashboard\/(sign-in|callback|start|api)(\/|$)/.test(url.pathname);
  return isPage && !isOurs ? url.pathname + url.search + url.hash : HOME;
}
