import { type Command, flagValue, requireFlag } from './command.ts';
import { findProject, listProjects } from './find-project.ts';
import type { ProjectAnswer, WithApiKey } from './operator-api.ts';
import { PROJECT_OPTIONS, projectBody, wholeNumber } from './project-body.ts';
import { newKeyLines, projectLines, projectTable } from './show-project.ts';
import { UsageError } from './usage-error.ts';

const group = 'projects';
const PROJECT = '<slug|id>';

const list: Command = {
  group,
  name: 'list',
  parameters: [],
  summary: 'list projects, newest first',
  options: { search: { value: 'text', meaning: 'only those whose name or slug has it' } },
  examples: ['projects list --search shop'],
  async run(api, { flags }) {
    const projects = await Array.fromAsync(listProjects(api, flagValue(flags, 'search')));
    return { json: { projects, next_cursor: null }, lines: (view) => projectTable(projects, view) };
  },
};

const create: Command = {
  group,
  name: 'create',
  parameters: [],
  summary: 'create a project and its first API key',
  options: {
    name: { value: 'text', meaning: 'required' },
    slug: { value: 'slug', meaning: 'required; part of every link, never changes' },
    ...PROJECT_OPTIONS,
  },
  examples: [
    'projects create --name "My shop" --slug my-shop --callback-url https://shop.example/callback --plan basic',
  ],
  async run(api, { flags }) {
    const body = { ...projectBody(flags), name: requireFlag(flags, 'name'), slug: requireFlag(flags, 'slug') };
    const made = await api.post<ProjectAnswer & WithApiKey>('/projects', body);
    return { json: made, lines: (view) => [...projectLines(made, view), ...newKeyLines(made.api_key, view.paint)] };
  },
};

const show: Command = {
  group,
  name: 'show',
  parameters: [PROJECT],
  summary: 'show one project',
  options: {},
  examples: ['projects show my-shop'],
  async run(api, { parameters: [project = ''] }) {
    const found = await findProject(api, project);
    return { json: found, lines: (view) => projectLines(found, view) };
  },
};

const change: Command = {
  group,
  name: 'change',
  parameters: [PROJECT],
  summary: 'change what is named, leave the rest; an empty value ("") takes a field back',
  options: {
    name: { value: 'text', meaning: 'the new name' },
    ...PROJECT_OPTIONS,
    status: { value: 'status', meaning: 'active or inactive' },
    'add-credits': { value: 'number', meaning: 'a credit pack, on top of the plan' },
  },
  examples: [
    'projects change my-shop --limit requests_per_minute=1000 --add-credits 5000',
    'projects change my-shop --limit requests_per_minute= --callback-url ""',
  ],
  async run(api, { parameters: [project = ''], flags }) {
    const status = flagValue(flags, 'status');
    const credits = flagValue(flags, 'add-credits');
    const body = {
      ...projectBody(flags),
      ...(status === undefined ? {} : { status }),
      ...(credits === undefined ? {} : { add_credits: wholeNumber(credits, '--add-credits') }),
    };
    if (Object.keys(body).length === 0) throw new UsageError('Nothing to change: name at least one option.');
    const { project_id } = await findProject(api, project);
    const changed = await api.patch<ProjectAnswer>(`/projects/${project_id}`, body);
    return { json: changed, lines: (view) => projectLines(changed, view) };
  },
};

const plan: Command = {
  group,
  name: 'plan',
  parameters: [PROJECT, '<plan>'],
  summary: 'put a project on a plan: free, basic or unlimited',
  options: {},
  examples: ['projects plan my-shop unlimited'],
  async run(api, { parameters: [project = '', wanted] }) {
    const { project_id } = await findProject(api, project);
    const changed = await api.patch<ProjectAnswer>(`/projects/${project_id}`, { plan: wanted });
    return { json: changed, lines: (view) => projectLines(changed, view) };
  },
};

export const PROJECT_COMMANDS: readonly Command[] = [list, create, show, change, plan];
