import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg|html|json)$/;

/** Writes `.br` and `.gz` beside each text file, so that the server compresses nothing while it runs. */
export function compressAssets(): Plugin {
  let directory = 'dist';
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved(config) {
      directory = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const name of await readdir(directory, { recursive: true })) {
        const path = join(directory, name);
        if (COMPRESSIBLE.test(name) && (await stat(path)).isFile()) await compress(path);
      }
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
