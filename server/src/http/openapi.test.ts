import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';

const routes: { method: string; url: string }[] = [];
const app = await startTestApp();
const document = (await app.call('GET', '/openapi.json')).json;

type Operation = { operationId?: string; summary?: string; security?: unknown; responses?: Record<string, unknown> };
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

/** What browsers fetch for the pages; nobody calls it as an API. */
const PAGE_PARTS = /^\/(assets\/|favicon|dashboard)/;

/** Fastify prints its routes as a tree, four characters a level. */
const path: string[] = [];
for (const line of app.http.printRoutes({ commonPrefix: false }).split('\n')) {
  const match = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
  if (match === null) continue;
  path.splice((match[1] ?? '').length / 4, path.length, match[2] ?? '');
  const url = path.join('');
  for (const method of match[3]?.split(', ') ?? []) if (method !== 'HEAD') routes.push({ method, url });
}

test('the document passes the linter without an error', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  expect(
    problems
      .filter(({ severity }) => severity === 'error')
      .map(({ message, location }) => `${location[0]?.pointer}: ${message}`),
  ).toEqual([]);
});

describe('every route of the server is in the document', () => {
  test('there are routes to look for', () => {
    expect(routes.length).toBeGreaterThan(10);
  });

  test.each(routes.filter(({ url }) => !PAGE_PARTS.test(url)))('$method $url', ({ method, url }) => {
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    expect(Object.keys(document.paths)).toContain(path);
    expect(document.paths[path]).toHaveProperty(method.toLowerCase());
  });
});

test.each(operations)('$name says what it is, who may call it and how it can fail', ({ operation }) => {
  expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
  expect(operation.summary).toBeTruthy();
  expect(operation.security).toBeDefined();
  const isPublic = Array.isArray(operation.security) && operation.security.length === 0;
  const statuses = Object.keys(operation.responses ?? {});
  expect(isPublic || ['400', '401', '500', '503'].every((status) => statuses.includes(status))).toBe(true);
});

test('operation ids are unique', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});
