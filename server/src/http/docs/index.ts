/**
 * The pages for people who build on Bellhop: guide, API reference, errors, events, and the assets that all
 * pages share. Everything is rendered and compressed once; no request leaves this host.
 */
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync } from 'fastify';
import { TAGS } from '../openapi.ts';
import { readAssets } from '../pages/assets.ts';
import { PAGE_POLICY, REFERENCE_POLICY } from '../pages/content-security.ts';
import { makeResource, type Resource, sendResource } from '../pages/resource.ts';
import { type ErrorEntry, errorsBody } from './errors-page.ts';
import { type EventEntry, eventsBody } from './events-page.ts';
import { FIRST_LOGIN } from './first-login.ts';
import { chapterBody, guideBody, readGuide } from './guide.ts';
import { type Page, page } from './page.ts';
import { loadRenderer, referenceBody, rendererName } from './reference.ts';

export type { ErrorEntry } from './errors-page.ts';
export type { EventEntry } from './events-page.ts';

type DocsOptions = { version: string; errors: ErrorEntry[]; events: EventEntry[]; openapi: () => unknown };

const HTML = 'text/html; charset=utf-8';
/** Revalidated on each visit, which costs a 304: a new version shows at once. */
const PAGE_CACHE = 'no-cache';
const FOREVER = 'public, max-age=31536000, immutable';

/** Parts of pages: nobody calls them as an API. */
const HIDDEN = { schema: { hide: true } };

export const docsPages: FastifyPluginAsync<DocsOptions> = async (app, { version, errors, events, openapi }) => {
  const assets = await readAssets();
  const chapters = await readGuide();
  const renderer = rendererName();
  const render = (content: Omit<Page, 'version'>): Promise<Resource> =>
    makeResource(HTML, page(assets, { ...content, version }));

  const addPage = (path: string, summary: string, policy: string, find: () => Promise<Resource> | Resource) =>
    app.get(path, { schema: describePage(path, summary) }, async (request, reply) => {
      const found = await find();
      return sendResource(request, reply.header('content-security-policy', policy), found, PAGE_CACHE);
    });

  const reference = once(() =>
    render({
      title: 'API reference',
      description: 'Every endpoint of the Bellhop API, to read and to try.',
      layout: 'reference',
      section: 'api',
      body: referenceBody(openapi()),
      styles: ['reference.css'],
      scripts: ['reference.js', `/assets/${renderer}`],
    }),
  );
  addPage('/docs', 'The API reference', REFERENCE_POLICY, reference);

  const errorsPage = await render({
    title: 'Errors',
    description: 'Every error code of the Bellhop API: what it means and what to do.',
    layout: 'article',
    section: 'errors',
    body: errorsBody(errors),
    scripts: ['docs.js'],
  });
  addPage('/docs/errors', 'Every error code', PAGE_POLICY, () => errorsPage);

  const eventsPage = await render({
    title: 'Events',
    description: 'Every event of Bellhop that a webhook endpoint can hear of, with its payload.',
    layout: 'article',
    section: 'events',
    body: eventsBody(events),
    scripts: ['docs.js'],
  });
  addPage('/docs/events', 'Every event', PAGE_POLICY, () => eventsPage);

  const guidePage = await render({
    title: 'Guide',
    description: 'How to build on Bellhop, chapter by chapter.',
    layout: 'article',
    section: 'guide',
    body: guideBody(chapters),
  });
  addPage('/docs/guide', 'The guide', PAGE_POLICY, () => guidePage);

  const firstLogin = await render({ ...FIRST_LOGIN, layout: 'article', section: 'guide' });
  addPage(FIRST_LOGIN.path, FIRST_LOGIN.title, PAGE_POLICY, () => firstLogin);

  // One route for each chapter and asset: what is not listed is unknown to the router itself.
  for (const [index, { slug, title, summary }] of chapters.entries()) {
    const body = chapterBody(chapters, index);
    const chapterPage = await render({
      title,
      description: summary,
      layout: 'article',
      section: 'guide',
      body,
      scripts: ['docs.js'],
    });
    addPage(`/docs/guide/${slug}`, `Guide: ${title}`, PAGE_POLICY, () => chapterPage);
  }

  for (const [name, asset] of assets.resources) {
    app.get<{ Querystring: { v?: string } }>(`/assets/${name}`, HIDDEN, (request, reply) =>
      // An address with another hash, or none, must not be kept: its content is about to change.
      sendResource(request, reply, asset, request.query.v === asset.hash ? FOREVER : PAGE_CACHE),
    );
    if (name === 'bell.svg') {
      app.get('/favicon.ico', HIDDEN, (request, reply) => sendResource(request, reply, asset, 'public, max-age=86400'));
    }
  }
  const rendererScript = once(loadRenderer);
  app.get(`/assets/${renderer}`, HIDDEN, async (request, reply) =>
    sendResource(request, reply, await rendererScript(), FOREVER),
  );
};

function describePage(path: string, summary: string) {
  const words = path.split(/[^a-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { operationId: `page${words.join('')}`, summary, tags: [TAGS.pages], security: [], produces: ['text/html'] };
}

/** Made on first use and kept; a failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
