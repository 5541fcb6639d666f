import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { runCommand } from './project.mjs';
import { runProgram } from './run-program.mjs';

await runCommand(async () => {
  await prepare({ pages: true });
  const directory = mkdtempSync(join(tmpdir(), 'bellhop-report-'));
  try {
    const report = join(directory, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runProgram('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...process.argv.slice(2)]);
    process.stdout.write(`${summary(report, code)}\n`);
    return code;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

/** A file that could not be loaded has no tests to count, and still must not read as `0 failed`. */
function summary(report, code) {
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests, testResults } = read(report);
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = numFailedTests + broken.length;
  const skipped = numPendingTests + numTodoTests;
  const counts = `${passed} passed, ${failed === 0 && code !== 0 ? 1 : failed} failed`;
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts;
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  }
}
