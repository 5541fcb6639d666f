import { prepare } from './prepare.mjs';
import { runCommand } from './project.mjs';
import { runProgram } from './run-program.mjs';

await runCommand(async () => {
  await prepare({ pages: true });
  return runProgram('server/src/main.ts', process.argv.slice(2), { tethered: true });
});
