/** The files under /assets: exactly these, read once, addressed by content so that browsers keep them for good. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { makeResource, type Resource } from './resource.ts';

const PAGES = new URL('../../../pages/', import.meta.url);
const resolve = createRequire(import.meta.url).resolve;

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const FONT = 'font/woff2';

type Source = { name: string; type: string; find: () => string | URL };

const FONTS: Source[] = [
  font('onest-latin.woff2', '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2'),
  font('onest-cyrillic.woff2', '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2'),
  font('mono-latin.woff2', '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
  font('mono-cyrillic.woff2', '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-cyrillic-wght-normal.woff2'),
];

const PAGE_FILES: Source[] = [
  page('bell.svg', 'image/svg+xml; charset=utf-8'),
  page('theme.css', CSS),
  page('docs.css', CSS),
  page('docs.js', SCRIPT),
  page('reference.css', CSS),
  page('reference.js', SCRIPT),
  page('first-login.js', SCRIPT),
  page('login.css', CSS),
  page('login.js', SCRIPT),
];

export type Assets = {
  resources: ReadonlyMap<string, Resource>;
  /** The address of an asset, with its content's hash; a name that is not in the list throws. */
  url(name: string): string;
};

let read: Promise<Assets> | undefined;

export function readAssets(): Promise<Assets> {
  read ??= readFiles();
  return read;
}

async function readFiles(): Promise<Assets> {
  const resources = new Map<string, Resource>();
  const url = (name: string): string => {
    const resource = resources.get(name);
    if (resource === undefined) throw new Error(`There is no asset ${name}.`);
    return `/assets/${name}?v=${resource.hash}`;
  };
  // Fonts first: style sheets refer to them.
  for (const { name, type, find } of [...FONTS, ...PAGE_FILES]) {
    const content = await readFile(find());
    resources.set(name, await makeResource(type, type === CSS ? addressFonts(content.toString(), url) : content));
  }
  return { resources, url };
}

function addressFonts(css: string, url: (name: string) => string): string {
  return css.replace(/url\("([\w-]+\.woff2)"\)/g, (_match, name: string) => `url("${url(name)}")`);
}

function font(name: string, specifier: string): Source {
  return { name, type: FONT, find: () => resolve(specifier) };
}

function page(name: string, type: string): Source {
  return { name, type, find: () => new URL(name, PAGES) };
}
