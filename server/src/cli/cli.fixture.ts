import type { TestApp } from '#test/app.ts';
import type { Surroundings } from './command.ts';
import { runCli } from './run-cli.ts';

/** Runs the command line in this process, as the operator of a test's app. */
export function commandLineOf(app: TestApp) {
  return async (args: string[], surroundings: Partial<Surroundings> = {}) => {
    let out = '';
    let err = '';
    const code = await runCli(args, {
      env: { BASE_URL: app.url, ADMIN_TOKEN: app.adminToken },
      write: (text) => {
        out += text;
      },
      complain: (text) => {
        err += text;
      },
      colour: false,
      now: () => app.clock.now(),
      ...surroundings,
    });
    for (const [key] of out.matchAll(/bh_live_\w{32}/g)) app.keepOutOfLogs(key);
    return { code, out, err, json: () => JSON.parse(out) };
  };
}
