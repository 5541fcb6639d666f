/** Shows that something goes on: in place on a terminal, a line every ten seconds elsewhere. */
export function showProgress(what) {
  const startedAt = performance.now();
  const elapsed = () => `${what}: ${Math.round((performance.now() - startedAt) / 1000)} s`;
  const terminal = process.stderr.isTTY;
  const draw = () => process.stderr.write(terminal ? `\r${elapsed()}` : `${elapsed()}\n`);
  const timer = setInterval(draw, terminal ? 1_000 : 10_000);
  return {
    end() {
      clearInterval(timer);
      if (terminal) process.stderr.write('\r\x1b[K');
    },
  };
}
