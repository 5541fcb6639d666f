/** The guide: chapters of server/guide/ in the order of their numeric prefix, rendered once at the start. */
import { readdir, readFile } from 'node:fs/promises';
import { escapeHtml } from '../pages/escape-html.ts';
import { type Chapter, renderChapter } from './chapter.ts';

const GUIDE = new URL('../../../guide/', import.meta.url);

export async function readGuide(folder: URL = GUIDE): Promise<Chapter[]> {
  const names = (await readdir(folder)).map((file) => /^(?<order>\d+)-(?<slug>[a-z0-9-]+)\.md$/.exec(file));
  const files = names.filter((name) => name !== null).sort((a, b) => Number(a[1]) - Number(b[1]));
  return Promise.all(
    files.map(async ([file, , slug]) => renderChapter(slug ?? '', await readFile(new URL(file, folder), 'utf8'))),
  );
}

export function guideBody(chapters: Chapter[]): string {
  const items = chapters.map(
    (chapter, index) =>
      `<li><a href="${address(chapter)}"><span class="number">${index + 1}</span><span><strong>${escapeHtml(chapter.title)}</strong><span>${escapeHtml(chapter.summary)}</span></span></a></li>`,
  );
  return `<main id="content" class="single">
<h1>Guide</h1>
<p class="lead">Bellhop lets guests in, carries messages and rings the bell: login by messenger, notifications and signed webhooks, from one program with one database.</p>
<ol class="chapters">${items.join('')}</ol>
<h2>Look something up</h2>
<ul class="doors">
<li><a href="/docs"><strong>API reference</strong><span>Every endpoint with its fields; try it with your key.</span></a></li>
<li><a href="/docs/events"><strong>Events</strong><span>What webhooks tell of, with every payload.</span></a></li>
<li><a href="/docs/errors"><strong>Errors</strong><span>Every code: what it means and what to do.</span></a></li>
<li><a href="/openapi.json"><strong>OpenAPI document</strong><span>For generators and tools, OpenAPI 3.1.</span></a></li>
</ul>
</main>`;
}

export function chapterBody(chapters: Chapter[], index: number): string {
  const chapter = chapters[index];
  if (chapter === undefined) throw new RangeError(`There is no chapter ${index}.`);
  return `<div class="columns">
<nav class="side" aria-label="Chapters">${foldable('Chapters', chapterList(chapters, chapter))}</nav>
<main id="content">
${chapter.html}
${turnPage(chapters[index - 1], chapters[index + 1])}
</main>
<nav class="within" aria-label="On this page"><p>On this page</p><ul>${chapter.headings
    .map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
    .join('')}</ul></nav>
</div>`;
}

/** Open beside the text on a wide screen (docs.css), closed above it on a phone. */
export function foldable(title: string, list: string): string {
  return `<details><summary>${title}</summary>${list}</details><div class="unfolded"><p>${title}</p>${list}</div>`;
}

function chapterList(chapters: Chapter[], here: Chapter): string {
  const items = chapters.map(
    (one) =>
      `<li><a href="${address(one)}"${one === here ? ' aria-current="page"' : ''}>${escapeHtml(one.title)}</a></li>`,
  );
  return `<ol>${items.join('')}</ol>`;
}

function turnPage(before: Chapter | undefined, after: Chapter | undefined): string {
  const link = (chapter: Chapter | undefined, label: string, relation: string) =>
    chapter === undefined
      ? ''
      : `<a rel="${relation}" href="${address(chapter)}"><small>${label}</small>${escapeHtml(chapter.title)}</a>`;
  const links = link(before, 'Before this', 'prev') + link(after, 'Next', 'next');
  return links === '' ? '' : `<nav class="turn" aria-label="Neighbouring chapters">${links}</nav>`;
}

function address(chapter: Chapter): string {
  return `/docs/guide/${chapter.slug}`;
}
