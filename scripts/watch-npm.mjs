import { readFileSync } from 'node:fs';

const pollMs = 500;
const shells = new Set(['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh', 'ksh']);

/** A killed npm passes nothing on; that this process, or the shell between them, got another parent is all there is to see. */
export function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const { name, parent: npm } = look(parent);
  const isBetween = shells.has(name);
  return setInterval(() => {
    if (process.ppid !== parent || (isBetween && look(parent).parent !== npm)) onGone();
  }, pollMs);
}

/** Only Linux has shells that stay between npm and its script, and /proc to see past them. */
function look(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent };
  } catch {
    return {};
  }
}
