/** The guide against the program that serves it: links that lead somewhere, requests that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';

const GUIDE = new URL('../guide/', import.meta.url);
const files = readdirSync(GUIDE).filter((file) => file.endsWith('.md'));
const app = await startTestApp();

const markdownOf = (file: string): string => readFileSync(new URL(file, GUIDE), 'utf8');
const blocksOf = (file: string, language: string): string[] =>
  [...markdownOf(file).matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );

test.each(files)('%s has no dead link or anchor', async (file) => {
  const path = `/docs/guide/${file.replace(/^\d+-|\.md$/g, '')}`;
  const { text, status } = await app.call('GET', path);
  expect(status).toBe(200);
  const links = [...text.matchAll(/<a\s[^>]*href="([^"]+)"/g)].map(
    ([, link = '']) => new URL(link, `http://own${path}`),
  );
  const dead: string[] = [];
  for (const { host, pathname, hash } of links) {
    if (host !== 'own') continue;
    const target = await app.call('GET', pathname);
    const id = ` id="${decodeURIComponent(hash.slice(1))}"`;
    if (target.status !== 200 || (hash !== '' && !target.text.includes(id))) dead.push(pathname + hash);
  }
  expect(dead).toEqual([]);
});

test.each(files)('%s shows only requests that the API has, and answers that are JSON', async (file) => {
  const { paths } = (await app.call('GET', '/openapi.json')).json;
  const known = Object.keys(paths).map((path) => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`));
  const asked = blocksOf(file, 'sh')
    .flatMap((block) => [...block.matchAll(/localhost:8080(\/(?:v1|admin)\/[^\s?"]+)/g)])
    .map(([, path = '']) => path);
  expect(asked.filter((path) => !known.some((pattern) => pattern.test(path)))).toEqual([]);
  for (const block of blocksOf(file, 'json')) expect(() => JSON.parse(block), block).not.toThrow();
});
