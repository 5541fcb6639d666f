import { escapeHtml } from '../pages/escape-html.ts';
import { colourCode } from './colour-code.ts';
import { foldable } from './guide.ts';

/** Without a payload it is an event that does not happen yet. */
export type EventEntry = {
  group: string;
  name: string;
  payload?: { when: string; schema: object; example: object };
};

type Field = {
  type?: string;
  enum?: unknown[];
  items?: Field;
  anyOf?: Field[];
  format?: string;
  description?: string;
};

export function eventsBody(events: EventEntry[]): string {
  const groups = [...Map.groupBy(events, ({ group }) => group)];
  return `<div class="columns">
<nav class="side" aria-label="Events">${foldable('Events', groups.map(([group, entries]) => nameList(group, entries)).join(''))}</nav>
<main id="content">
<h1>Events</h1>
<p class="lead">What a webhook endpoint can hear of. An endpoint subscribes to a list of names, or to all of them with an empty list.</p>
<p>Every delivery is a POST whose body is <code>{"event": …, "data": …}</code>. Its id, time and signature are in headers. An event arrives at least once, in no promised order: tell repetitions by the delivery id.</p>
<p>Fields may be added to a payload; ignore those that you do not know. Events that are marked as planned can be subscribed to already, and do not happen yet.</p>
${groups.map(([group, entries]) => groupSection(group, entries)).join('\n')}
</main>
</div>`;
}

function nameList(group: string, entries: EventEntry[]): string {
  const items = entries.map(
    ({ name }) => `<li><a href="#${escapeHtml(name)}"><code>${breakable(name)}</code></a></li>`,
  );
  return `<p class="status">${escapeHtml(group)}</p><ul>${items.join('')}</ul>`;
}

function groupSection(group: string, entries: EventEntry[]): string {
  const id = `group-${escapeHtml(group)}`;
  return `<section class="errors" aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(group.charAt(0).toUpperCase() + group.slice(1))}</h2>
${entries.map(entry).join('\n')}
</section>`;
}

function entry({ name, payload }: EventEntry): string {
  const id = escapeHtml(name);
  const heading = `<h3><code>${breakable(name)}</code><a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a></h3>`;
  if (payload === undefined) {
    return `<article class="error" id="${id}">
${heading}
<p class="facts"><span class="badge fix">Planned</span></p>
</article>`;
  }
  const example = JSON.stringify({ event: name, data: payload.example }, null, 2);
  return `<article class="error" id="${id}">
${heading}
<p>${escapeHtml(payload.when)}</p>
${fieldTable(payload.schema)}
${codeBlock(example)}
<details><summary>JSON schema of <code>data</code></summary>${codeBlock(JSON.stringify(payload.schema, null, 2))}</details>
</article>`;
}

function fieldTable(schema: object): string {
  const { properties = {} } = schema as { properties?: Record<string, Field> };
  const cell = (column: string, html: string) => `<td role="cell" data-column="${column}"><span>${html}</span></td>`;
  const rows = Object.entries(properties).map(([name, field]) => {
    const meaning = escapeHtml(field.description ?? '');
    return `<tr role="row">${cell('Field', `<code>${breakable(name)}</code>`)}${cell('Type', escapeHtml(typeOf(field)))}${cell('Meaning', meaning)}</tr>`;
  });
  const head = ['Field', 'Type', 'Meaning'].map((title) => `<th role="columnheader">${title}</th>`).join('');
  return `<div class="table"><table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${rows.join('\n')}</tbody></table></div>`;
}

function typeOf({ type, enum: values, items, anyOf, format }: Field): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (values !== undefined) return values.join(' or ');
  if (type === 'array') return `list of ${items === undefined ? 'anything' : typeOf(items)}`;
  return format === 'date-time' ? 'time' : (type ?? 'anything');
}

function codeBlock(json: string): string {
  return `<div class="code"><pre tabindex="0"><code>${colourCode(json, 'json')}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`;
}

/** Long names may wrap after a dot or an underscore. */
function breakable(name: string): string {
  return escapeHtml(name).replace(/[._]/g, '$&<wbr>');
}
