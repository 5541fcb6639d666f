import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { printTable } from '../kit/print.ts';

const DIST = new URL('../../dashboard/dist/', import.meta.url);
const GOAL_KB = 300;

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean };
type Manifest = Record<string, Chunk>;

/** Gzipped, as the server sends them to a browser without Brotli; fonts are as they are, and loaded by what is shown. */
export async function printSizes(): Promise<void> {
  if (!existsSync(new URL('index.html', DIST)))
    throw new Error('Build the dashboard first: npm run build -w dashboard');
  const manifest: Manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', DIST), 'utf8'));
  const shell = await shellFiles();
  const pages = Object.entries(manifest).filter(([, { isDynamicEntry }]) => isDynamicEntry);
  const rows = await Promise.all(
    pages.map(async ([id, { name }]) => {
      const own = [...filesOf(manifest, id)].filter((file) => !shell.has(file));
      return { name: name ?? id, kb: await sizeOf(own), files: own.length };
    }),
  );
  const shellKb = await sizeOf([...shell]);
  process.stdout.write(`\nSizes, gzipped. A page: what its first visit adds to the shell.\n\n`);
  printTable([
    ['', 'KB', 'files'],
    ['shell', shellKb.toFixed(1), shell.size],
    ...rows.sort((a, b) => b.kb - a.kb).map(({ name, kb, files }) => [name, kb.toFixed(1), files]),
  ]);
  process.stdout.write(`\nshell ${shellKb.toFixed(1)} KB (goal: under ${GOAL_KB})\n`);
}

/** Whatever index.html names: scripts, what they import, style sheets, the icon. */
async function shellFiles(): Promise<Set<string>> {
  const html = await readFile(new URL('index.html', DIST), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/dashboard\/([^"]+)"/g)].map(([, file]) => String(file));
  return new Set(['index.html', ...named]);
}

function filesOf(manifest: Manifest, id: string, seen = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[id] ?? { file: id };
  if (seen.has(file)) return seen;
  for (const one of [file, ...css]) seen.add(one);
  for (const imported of imports) filesOf(manifest, imported, seen);
  return seen;
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const packed = new URL(`${file}.gz`, DIST);
      return (await stat(existsSync(packed) ? packed : new URL(file, DIST))).size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
