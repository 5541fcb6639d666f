import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '../pages/escape-html.ts';
import { foldable } from './guide.ts';

export type ErrorEntry = { code: string; status: number; retryable: boolean; meaning: string; whatToDo: string };

export function errorsBody(errors: ErrorEntry[]): string {
  const groups = [...Map.groupBy(errors, ({ status }) => status)].sort(([a], [b]) => a - b);
  return `<div class="columns">
<nav class="side" aria-label="Codes">${foldable('Codes', groups.map(([status, group]) => codeList(status, group)).join(''))}</nav>
<main id="content">
<h1>Errors</h1>
<p class="lead">Every error of every route is the same small object. Decide by <code>code</code>, which never changes; show or log <code>error</code>, which may.</p>
<div class="code"><pre tabindex="0"><code>{
  <span class="name">"error"</span>: <span class="string">"This API key is unknown or was revoked."</span>,
  <span class="name">"code"</span>: <span class="string">"invalid_api_key"</span>,
  <span class="name">"retryable"</span>: <span class="word">false</span>,
  <span class="name">"docs_url"</span>: <span class="string">"…/docs/errors#invalid_api_key"</span>
}</code></pre></div>
<p>Where <code>retryable</code> is true, repeat the request with growing pauses, and wait for <code>Retry-After</code> seconds where that header is sent. Where it is false, change the request first: it will be refused again.</p>
<p class="filter" hidden><label for="filter">Find a code</label><input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="429, key, idempotency…"><output for="filter" aria-live="polite"></output></p>
${groups.map(([status, group]) => statusSection(status, group)).join('\n')}
</main>
</div>`;
}

function codeList(status: number, group: ErrorEntry[]): string {
  const items = group.map(({ code }) => `<li><a href="#${escapeHtml(code)}"><code>${breakable(code)}</code></a></li>`);
  return `<p class="status">${status}</p><ul>${items.join('')}</ul>`;
}

function statusSection(status: number, group: ErrorEntry[]): string {
  return `<section class="errors" aria-labelledby="status-${status}">
<h2 id="status-${status}">${status} <span>${escapeHtml(phrase(status))}</span></h2>
${group.map(entry).join('\n')}
</section>`;
}

function entry({ code, status, retryable, meaning, whatToDo }: ErrorEntry): string {
  const id = escapeHtml(code);
  const retry = retryable
    ? '<span class="badge again">Try again later</span>'
    : '<span class="badge fix">Do not repeat unchanged</span>';
  return `<article class="error" id="${id}">
<h3><code>${breakable(code)}</code><a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a></h3>
<p class="facts"><span>HTTP ${status}</span>${retry}</p>
<p>${inlineCode(meaning)}</p>
<p class="todo"><strong>What to do.</strong> ${inlineCode(whatToDo)}</p>
</article>`;
}

/** HTTP's own words, in sentence case. */
function phrase(status: number): string {
  const words = STATUS_CODES[status] ?? '';
  return words.slice(0, 1) + words.slice(1).toLowerCase();
}

/** Long codes may wrap after an underscore. */
function breakable(code: string): string {
  return escapeHtml(code).replaceAll('_', '_<wbr>');
}

function inlineCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
