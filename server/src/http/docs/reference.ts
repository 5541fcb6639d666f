/**
 * The API reference, drawn by Scalar in the browser. Its script comes with the npm package and is
 * served from this host; it is loaded on the first visit, since most processes never show it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import { escapeHtml } from '../pages/escape-html.ts';
import { makeResource, type Resource } from '../pages/resource.ts';

const PACKAGE = '@scalar/fastify-api-reference';

/** With the version in its name: browsers keep it for good. */
export function rendererName(): string {
  const entry = createRequire(import.meta.url).resolve(PACKAGE);
  const manifest = readFileSync(new URL('../package.json', pathToFileURL(entry)), 'utf8');
  return `scalar-${(JSON.parse(manifest) as { version: string }).version}.js`;
}

/** The package holds the script inside its Fastify plugin; asking that plugin for it is the one public way. */
export async function loadRenderer(): Promise<Resource> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  try {
    await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
    const answer = await app.inject('/reference/js/scalar.js');
    if (answer.statusCode !== 200) throw new Error(`${PACKAGE} has no script at /reference/js/scalar.js.`);
    return await makeResource('text/javascript; charset=utf-8', answer.rawPayload);
  } finally {
    await app.close();
  }
}

type Operation = { method: string; path: string; summary: string };

export function referenceBody(document: unknown): string {
  const rows = listOperations(document).map(
    ({ method, path, summary }) =>
      `<tr><td><code>${escapeHtml(method)}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td></tr>`,
  );
  return `<main id="content">
<div id="reference"></div>
<noscript><div class="single">
<h1>API reference</h1>
<p class="lead">The full reference needs JavaScript. This is the list; the details are in the <a href="/openapi.json">OpenAPI document</a>.</p>
<div class="table"><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
</div></noscript>
</main>`;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function listOperations(document: unknown): Operation[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, { summary?: string }>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => method in operations).map((method) => ({
      method: method.toUpperCase(),
      path,
      summary: operations[method]?.summary ?? '',
    })),
  );
}
