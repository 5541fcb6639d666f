import { spawn } from 'node:child_process';
import { prepare } from './prepare.mjs';
import { projectNode, root, runCommand, seconds } from './project.mjs';

const checks = [
  ['types', 'typescript/bin/tsc', '--noEmit', '-p', '.'],
  ["the dashboard's types", 'typescript/bin/tsc', '--noEmit', '-p', 'dashboard'],
  ['style', '@biomejs/biome/bin/biome', 'check', '.'],
  ['unused code', 'knip/bin/knip.js', '--no-progress'],
  ['import table', 'vitest/vitest.mjs', 'run', 'server/test/import-table.test.ts'],
];

await runCommand(async () => {
  await prepare();
  let failed = false;
  for (const [name, program, ...args] of checks) {
    const startedAt = performance.now();
    const { code, output } = await run(program, args);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds(startedAt)})`);
    if (code === 0) continue;
    failed = true;
    console.log(output.trim());
  }
  return failed ? 1 : 0;
});

function run(program, args) {
  const child = spawn(projectNode(), [`node_modules/${program}`, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}
