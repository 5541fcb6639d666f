import { isUuid } from '#lib/ids.ts';
import { alignColumns, printable } from './columns.ts';
import { type Command, requireFlag } from './command.ts';
import { findProject } from './find-project.ts';
import { ApiRefusal, type KeyAnswer, type OperatorApi, type WithApiKey } from './operator-api.ts';
import { relativeTime } from './relative-time.ts';
import { newKeyLines, type View } from './show-project.ts';

const group = 'keys';
const PROJECT = '<slug|id>';

const list: Command = {
  group,
  name: 'list',
  parameters: [PROJECT],
  summary: 'list the API keys of a project, oldest first',
  options: {},
  examples: ['keys list my-shop'],
  async run(api, { parameters: [project = ''] }) {
    const { project_id } = await findProject(api, project);
    const answer = await api.get<{ keys: KeyAnswer[] }>(`/projects/${project_id}/keys`);
    return { json: answer, lines: (view) => keyTable(answer.keys, view) };
  },
};

const create: Command = {
  group,
  name: 'create',
  parameters: [PROJECT],
  summary: 'create an API key; it is shown once',
  options: { name: { value: 'text', meaning: 'required; what the key is for' } },
  examples: ['keys create my-shop --name "Billing server"'],
  async run(api, { parameters: [project = ''], flags }) {
    const name = requireFlag(flags, 'name');
    const { project_id } = await findProject(api, project);
    const made = await api.post<KeyAnswer & WithApiKey>(`/projects/${project_id}/keys`, { name });
    return {
      json: made,
      lines: ({ paint }) => [
        `Created the key "${printable(made.name)}", ${made.key_id}.`,
        ...newKeyLines(made.api_key, paint),
      ],
    };
  },
};

const revoke: Command = {
  group,
  name: 'revoke',
  parameters: [PROJECT, '<key id|prefix>'],
  summary: 'revoke an API key, everywhere within a second',
  options: {},
  examples: ['keys revoke my-shop bh_live_x7Qp'],
  async run(api, { parameters: [project = '', key = ''] }) {
    const { project_id } = await findProject(api, project);
    const keyId = isUuid(key) ? key : (await findKeyByPrefix(api, project_id, key)).key_id;
    await api.remove(`/projects/${project_id}/keys/${keyId}`);
    return { json: undefined, lines: () => [`Revoked the key ${printable(key)}.`] };
  },
};

export const KEY_COMMANDS: readonly Command[] = [list, create, revoke];

/** The one key in force that starts so; of two none is chosen. */
async function findKeyByPrefix(api: OperatorApi, projectId: string, prefix: string): Promise<KeyAnswer> {
  const { keys } = await api.get<{ keys: KeyAnswer[] }>(`/projects/${projectId}/keys`);
  const [found, second] = keys.filter((key) => key.prefix === prefix && key.revoked_at === null);
  if (second !== undefined)
    throw new ApiRefusal({ error: `Several keys start with ${prefix}: name one by its id.`, code: 'conflict' });
  if (found !== undefined) return found;
  throw new ApiRefusal({
    error: `This project has no key in force with the id or prefix "${prefix}".`,
    code: 'not_found',
  });
}

function keyTable(keys: readonly KeyAnswer[], { paint, now }: View): string[] {
  if (keys.length === 0) return ['No keys.'];
  const ago = (time: string | null) => (time === null ? 'never' : relativeTime(new Date(time), now));
  const rows = keys.map(({ name, prefix, created_at, last_used_at, revoked_at, key_id }) => [
    name,
    `${prefix}…`,
    ago(created_at),
    ago(last_used_at),
    revoked_at === null ? 'in force' : `revoked ${ago(revoked_at)}`,
    key_id,
  ]);
  return alignColumns([['NAME', 'KEY', 'CREATED', 'LAST USED', 'STATUS', 'ID'], ...rows], (text, row) => {
    if (row === 0) return paint('bold', text);
    return keys[row - 1]?.revoked_at === null ? text : paint('dim', text);
  });
}
