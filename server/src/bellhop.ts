/** The operator's command line: `npm run bellhop -- projects list`. */
import { existsSync } from 'node:fs';
import { runCli } from './cli/index.ts';

// `… | head` closes the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

if (existsSync('.env')) process.loadEnvFile('.env');
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  write: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
  colour: process.stdout.isTTY === true && process.stdout.hasColors(),
  now: () => new Date(),
});
