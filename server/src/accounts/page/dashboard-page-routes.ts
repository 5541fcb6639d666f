import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import Type from 'typebox';
import { chooseLanguage, contentSecurity, type HttpServer, readAssets, sendPage } from '#http';
import { AppError } from '#lib/app-error.ts';
import { cardPage } from './page-shell.ts';
import { pageTexts } from './page-texts.ts';

/** Mantine positions and sizes by style attributes; nothing else is inline, and nothing is from elsewhere. */
const POLICY = contentSecurity({
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** Made at build; the first that the browser takes and that is there. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/** The dashboard's files as they were built: one document for all of its addresses, and assets named by content. */
export async function dashboardPages(http: HttpServer, { directory }: { directory: string }): Promise<void> {
  const assets = await readAssets();

  for (const url of ['/dashboard', '/dashboard/*']) {
    http.get(url, { schema: { hide: true } }, async (request, reply) => {
      if (request.url.startsWith('/dashboard/api/'))
        throw new AppError('not_found', 'There is nothing at this address.');
      const document = await readFound(join(directory, 'index.html'));
      if (document === undefined) {
        const lang = chooseLanguage(undefined, request.headers['accept-language']);
        const html = cardPage(assets, { lang, ...pageTexts(lang).notBuilt });
        return sendPage(reply, { html, policy: contentSecurity({}), status: 503 });
      }
      return reply
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(document);
    });
  }

  http.get(
    '/dashboard/assets/:name',
    { logLevel: 'warn', schema: { hide: true, params: Type.Object({ name: Type.String() }) } },
    async (request, reply) => {
      const { name } = request.params;
      const type = TYPES[extname(name)];
      // Exactly what the build names a file: no path, no hidden file, no compressed copy by its own name.
      if (type === undefined || !/^[\w-][\w.-]*$/.test(name)) throw noSuchFile();
      const found = await readEncoded(join(directory, 'assets', name), request.headers['accept-encoding']);
      if (found === undefined) throw noSuchFile();
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'Accept-Encoding').type(type);
      if (found.encoding !== undefined) reply.header('content-encoding', found.encoding);
      return reply.send(found.body);
    },
  );
}

async function readEncoded(
  file: string,
  accepted: string | string[] | undefined,
): Promise<{ body: Buffer; encoding?: string } | undefined> {
  const offers = String(accepted ?? '')
    .split(',')
    .map((offer) => offer.trim().toLowerCase());
  for (const { name, ending } of ENCODINGS) {
    const wanted = offers.some(
      (offer) => offer === name || (offer.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(offer)),
    );
    const body = wanted ? await readFound(file + ending) : undefined;
    if (body !== undefined) return { body, encoding: name };
  }
  const body = await readFound(file);
  return body && { body };
}

async function readFound(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}

function noSuchFile(): AppError {
  return new AppError('not_found', 'There is no such file.');
}
