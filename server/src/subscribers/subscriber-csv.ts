import { AppError } from '#lib/app-error.ts';
import { mayExport, type Project } from '#projects';
import { type Subscriber, subscriberJson } from './subscriber.ts';

const COLUMNS = [
  'subscriber_id',
  'channel',
  'external_id',
  'first_name',
  'username',
  'lang',
  'permissions',
  'tags',
  'active',
  'blocked',
  'created_at',
] as const;

/** From the Basic plan up. */
export function requireCsvPlan(project: Pick<Project, 'plan'>): void {
  if (!mayExport(project)) throw new AppError('forbidden', 'CSV export comes with the Basic plan.');
}

/** The file in pieces, one a batch: the next batch is read when the piece before it has been taken. */
export async function* csvPieces(
  first: Subscriber[],
  size: number,
  readBatch: (before: string) => Promise<Subscriber[]>,
): AsyncGenerator<string> {
  yield csvLine([...COLUMNS]);
  let batch = first;
  for (;;) {
    if (batch.length > 0) yield batch.map(subscriberLine).join('');
    const last = batch.at(-1);
    if (last === undefined || batch.length < size) return;
    batch = await readBatch(last.id);
  }
}

function subscriberLine(subscriber: Subscriber): string {
  const json = subscriberJson(subscriber);
  return csvLine(COLUMNS.map((column) => cellText(json[column])));
}

function cellText(value: string | string[] | boolean | null): string {
  // No name of a tag or permission has a semicolon.
  return Array.isArray(value) ? value.join(';') : String(value ?? '');
}

/** RFC 4180. */
function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export function csvCell(text: string): string {
  // A spreadsheet would take it for a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
