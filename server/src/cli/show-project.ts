import { alignColumns } from './columns.ts';
import type { ProjectAnswer } from './operator-api.ts';
import type { Paint } from './paint.ts';
import { relativeTime } from './relative-time.ts';

export type View = { paint: Paint; now: Date };

export function projectTable(projects: readonly ProjectAnswer[], { paint, now }: View): string[] {
  if (projects.length === 0) return ['No projects.'];
  const rows = projects.map(({ slug, name, plan, status, created_at, project_id }) => [
    slug,
    name,
    plan,
    status,
    relativeTime(new Date(created_at), now),
    project_id,
  ]);
  return alignColumns([['SLUG', 'NAME', 'PLAN', 'STATUS', 'CREATED', 'ID'], ...rows], (text, row) => {
    if (row === 0) return paint('bold', text);
    return text === 'inactive' ? paint('yellow', text) : text;
  });
}

export function projectLines(project: ProjectAnswer, { paint, now }: View): string[] {
  const [firstUri = '–', ...furtherUris] = project.redirect_uris;
  const { display_name, logo_url, accent_color } = project.look;
  return alignColumns(
    [
      ['Name', project.name],
      ['Slug', project.slug],
      ['Id', project.project_id],
      ['Status', project.status],
      ['Plan', project.plan],
      ...Object.entries(project.limits).map(([name, value]) => [
        sentence(name),
        value?.toLocaleString('en') ?? 'no limit',
      ]),
      ['Callback URL', project.callback_url ?? '–'],
      ['Redirect URIs', firstUri],
      ...furtherUris.map((uri) => ['', uri]),
      ...(display_name === undefined ? [] : [['Display name', display_name]]),
      ...(logo_url === undefined ? [] : [['Logo', logo_url]]),
      ...(accent_color === undefined ? [] : [['Accent color', accent_color]]),
      ['Created', `${project.created_at} (${relativeTime(new Date(project.created_at), now)})`],
    ],
    (text, _row, column) => (column === 0 ? paint('dim', text) : text),
  );
}

export function newKeyLines(apiKey: string, paint: Paint): string[] {
  return ['', `API key  ${paint('green', apiKey)}`, paint('dim', 'It is shown this once: keep it now.')];
}

function sentence(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
