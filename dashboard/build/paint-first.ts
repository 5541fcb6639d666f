import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SCRIPT = readFileSync(new URL('./paint-first.js', import.meta.url), 'utf8');

/** A chosen theme is applied before the first paint, by a script of its own: the policy allows none inline. */
export function paintFirst(): Plugin {
  const hash = createHash('sha256').update(SCRIPT).digest('hex').slice(0, 8);
  const fileName = `assets/paint-first-${hash}.js`;
  return {
    name: 'paint-first',
    configureServer(server) {
      server.middlewares.use(`/dashboard/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(SCRIPT);
      });
    },
    buildStart() {
      if (this.environment?.mode === 'build') this.emitFile({ type: 'asset', fileName, source: SCRIPT });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/dashboard/${fileName}` }, injectTo: 'head-prepend' }],
  };
}
