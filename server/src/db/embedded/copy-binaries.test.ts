import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyBinaries } from './copy-binaries.ts';

test('makes the links of the package and opens the copy to all', async () => {
  const { native, cache } = await makePackage();
  const copy = (await copyBinaries(native, '1.2.3', cache)) ?? '';
  expect(await readlink(join(copy, 'lib', 'libpq.so'))).toBe('libpq.so.5');
  expect(await readFile(join(copy, 'lib', 'libpq.so'), 'utf8')).toBe('library');
  expect((await stat(copy)).mode & 0o777).toBe(0o755);
  expect((await stat(join(copy, 'bin', 'postgres'))).mode & 0o777).toBe(0o755);
  expect((await stat(join(copy, 'lib', 'libpq.so.5'))).mode & 0o777).toBe(0o644);
});

test('several copies at once end in one whole copy and leave nothing else', async () => {
  const { native, cache } = await makePackage();
  const copies = await Promise.all(Array.from({ length: 8 }, () => copyBinaries(native, '1.2.3', cache)));
  expect(new Set(copies)).toEqual(new Set([join(cache, 'postgres-1.2.3')]));
  expect(await readdir(cache)).toEqual(['postgres-1.2.3']);
});

test('does not use a cache that others can write to', async () => {
  const { native, cache } = await makePackage();
  await mkdir(cache);
  await chmod(cache, 0o777);
  expect(await copyBinaries(native, '1.2.3', cache)).toBeUndefined();
});

test('does not use a cache below a directory that others can write to', async () => {
  const { native, cache } = await makePackage();
  await mkdir(cache);
  await chmod(join(cache, '..'), 0o777);
  expect(await copyBinaries(native, '1.2.3', cache)).toBeUndefined();
});

test('does not use a cache that leads elsewhere by a link', async () => {
  const { native, cache } = await makePackage();
  const elsewhere = join(cache, '..', 'elsewhere');
  await mkdir(elsewhere);
  await chmod(elsewhere, 0o777);
  await symlink(elsewhere, cache);
  expect(await copyBinaries(native, '1.2.3', cache)).toBeUndefined();
});

async function makePackage(): Promise<{ native: string; cache: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'bellhop-binaries-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const native = join(directory, 'native');
  await mkdir(join(native, 'bin'), { recursive: true, mode: 0o700 });
  await mkdir(join(native, 'lib'), { mode: 0o700 });
  await writeFile(join(native, 'bin', 'postgres'), 'program', { mode: 0o600 });
  await writeFile(join(native, 'lib', 'libpq.so.5'), 'library', { mode: 0o600 });
  const links = [{ source: 'native/lib/libpq.so.5', target: 'native/lib/libpq.so' }];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  return { native, cache: join(directory, 'cache') };
}
