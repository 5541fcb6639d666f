/** Holds the table of ARCHITECTURE.md, "Who may import whom", and names the import that breaks it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = join(ROOT, 'server/src');

const PARTS = ['lib', 'texts', 'db', 'events', 'lanes', 'http', 'messengers'];
const FEATURES = [
  'projects',
  'billing',
  'subscribers',
  'templates',
  'messages',
  'broadcasts',
  'login',
  'accounts',
  'webhooks',
  'bots',
];

/** Which folders a folder may import; `config.ts` is known to all for its types. Adapters and embedded are judged apart. */
const MAY_IMPORT: Record<string, string[]> = {
  lib: [],
  texts: ['lib', 'messengers'],
  db: ['lib'],
  events: ['db', 'lib'],
  lanes: ['db', 'lib'],
  messengers: ['lib'],
  http: ['db', 'lib'],
  projects: ['http', 'events', 'db', 'lib'],
  billing: ['projects', 'http', 'events', 'db', 'lib'],
  subscribers: ['projects', 'http', 'events', 'db', 'messengers', 'texts', 'lib'],
  templates: ['projects', 'http', 'db', 'messengers', 'lib'],
  messages: [
    'templates',
    'subscribers',
    'billing',
    'projects',
    'http',
    'lanes',
    'events',
    'db',
    'messengers',
    'texts',
    'lib',
  ],
  broadcasts: [
    'messages',
    'templates',
    'subscribers',
    'billing',
    'projects',
    'http',
    'events',
    'db',
    'messengers',
    'texts',
    'lib',
  ],
  login: [
    'messages',
    'subscribers',
    'billing',
    'projects',
    'http',
    'lanes',
    'events',
    'db',
    'messengers',
    'texts',
    'lib',
  ],
  accounts: ['login', 'subscribers', 'billing', 'projects', 'http', 'events', 'db', 'messengers', 'texts', 'lib'],
  webhooks: ['projects', 'http', 'lanes', 'events', 'db', 'lib'],
  bots: ['http', 'lanes', 'events', 'db', 'messengers', 'texts', 'lib'],
  cli: ['config', 'secrets', 'lib'],
};

type Import = { from: string; to: string; specifier: string };

function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        !file.endsWith('.test.ts') &&
        !/\.(test|contract|fixture)\.ts$/.test(file) &&
        !/(^|\/)testing\//.test(file),
    )
    .map((file) => join(directory, file));
}

const aliases = (
  JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8')) as { imports: Record<string, string> }
).imports;

function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier);
  const alias = Object.entries(aliases).find(
    ([name]) => name === specifier || (name.endsWith('/*') && specifier.startsWith(name.slice(0, -1))),
  );
  if (alias === undefined) return undefined;
  const [name, target] = alias;
  return join(ROOT, 'server', name.endsWith('/*') ? target.replace('*', specifier.slice(name.length - 1)) : target);
}

function importsOf(file: string): { specifier: string }[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map((match) => ({ specifier: match[1] ?? match[2] ?? match[3] ?? '' }));
}

const files = sourceFiles(SOURCE);
const imports: Import[] = files.flatMap((file) =>
  importsOf(file).map(({ specifier }) => ({
    from: relative(SOURCE, file),
    to: relative(SOURCE, resolveImport(file, specifier) ?? ''),
    specifier,
  })),
);
const local = imports.filter(({ specifier }) => specifier.startsWith('.') || specifier.startsWith('#'));
const folderOf = (path: string): string =>
  path.includes('/') ? (path.split('/')[0] ?? '') : path.replace(/\.ts$/, '');
const say = ({ from, specifier }: Import) => `${from} imports ${specifier}`;

test('the table covers every folder of the server', () => {
  const folders = readdirSync(SOURCE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  expect(folders.filter((folder) => MAY_IMPORT[folder] === undefined)).toEqual([]);
});

test('every folder imports only what the table allows', () => {
  const broken = local.filter(({ from, to }) => {
    const [source, target] = [folderOf(from), folderOf(to)];
    const allowed = MAY_IMPORT[source];
    if (allowed === undefined || source === target || target === 'config') return false;
    return !allowed.includes(target);
  });
  expect(broken.map(say)).toEqual([]);
});

test('across folders only the door, index.ts, is imported; lib has no door', () => {
  const broken = local.filter(({ from, to }) => {
    const [source, target] = [folderOf(from), folderOf(to)];
    if (source === target || ![...PARTS, ...FEATURES].includes(target) || target === 'lib') return false;
    const adapterDoor =
      ['app', 'configured-messengers'].includes(source) && /^messengers\/(telegram|max)\/index\.ts$/.test(to);
    return to !== `${target}/index.ts` && !adapterDoor;
  });
  expect(broken.map(say)).toEqual([]);
});

test('adapters know only the port and lib, and only the composition root knows adapters', () => {
  const adapter = /^messengers\/(telegram|max)\//;
  const broken = local.filter(({ from, to }) => {
    const inside = adapter.exec(from)?.[1];
    const target = adapter.exec(to)?.[1];
    if (inside !== undefined && target !== undefined) return inside !== target;
    if (target !== undefined) return !['app', 'configured-messengers'].includes(folderOf(from));
    return inside !== undefined && !to.startsWith('lib/') && folderOf(to) !== 'messengers';
  });
  expect(broken.map(say)).toEqual([]);
});

test('only stores and db touch SQL, only routes and http touch Fastify, only config reads the environment', () => {
  const sqlLibraries = new Set(['kysely', 'pg']);
  const broken = imports.filter(({ from, specifier }) => {
    if (sqlLibraries.has(specifier)) {
      // Type-only mentions of a pool are no SQL; a store or db/ is where statements live.
      const typeOnly = new RegExp(`import type [^;]*from '${specifier}'`).test(
        readFileSync(join(SOURCE, from), 'utf8'),
      );
      return !typeOnly && !from.startsWith('db/') && !from.endsWith('-store.ts');
    }
    return specifier === 'fastify' && !from.startsWith('http/') && !from.endsWith('-routes.ts');
  });
  const environment = files
    .filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(SOURCE, file))
    .filter((file) => !['config.ts', 'main.ts', 'bellhop.ts'].includes(file) && !file.startsWith('db/embedded/'));
  expect(broken.map(say)).toEqual([]);
  expect(environment).toEqual([]);
});

test('no file imports itself through others', () => {
  const graph = Map.groupBy(local, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: string[]): void => {
    if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file)) return;
    for (const { to } of graph.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  expect(circles).toEqual([]);
});

test('the sandbox imports nothing of the server', () => {
  const broken = sourceFiles(join(ROOT, 'sandbox/src')).flatMap((file) =>
    importsOf(file)
      .filter(
        ({ specifier }) =>
          /^@bellhop\/|^#/.test(specifier) ||
          (specifier.startsWith('.') &&
            relative(join(ROOT, 'sandbox'), resolve(dirname(file), specifier)).startsWith('..')),
      )
      .map(({ specifier }) => `${relative(ROOT, file)} imports ${specifier}`),
  );
  expect(broken).toEqual([]);
});
