import { prepare } from './prepare.mjs';
import { runCommand } from './project.mjs';
import { runProgram } from './run-program.mjs';

await runCommand(async () => {
  await prepare();
  return runProgram('bench/run.ts', process.argv.slice(2));
});
