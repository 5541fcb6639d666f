import Type from 'typebox';
import type { HttpServer } from '#http';
import {
  changeProject,
  createProject,
  findProject,
  ProjectFields,
  ProjectJson,
  projectJson,
  projectNotFound,
  recordAudit,
  SLUG_PATTERN,
} from '#projects';
import { actorOf, ROLES } from './account.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { insertMember, listProjectsOf } from './member-store.ts';
import { requireChange, requireLook } from './require-access.ts';

const ProjectId = Type.Object({ id: Type.String() });
const OwnProject = Type.Object({ ...ProjectJson.properties, role: Type.Enum([...ROLES]) });

/** Under /dashboard/api: projects as their team has them. Plan, limits and status are the operator's to set. */
export function ownProjectRoutes(api: HttpServer, { database, clock }: AccountsOptions): void {
  api.post(
    '/projects',
    {
      schema: {
        hide: true,
        body: Type.Object({ name: ProjectFields.name, slug: Type.String({ pattern: SLUG_PATTERN }) }),
        response: { 201: Type.Object({ ...OwnProject.properties, api_key: Type.String() }) },
      },
    },
    async (request, reply) => {
      const { name, slug } = request.body;
      const { id: ownerId } = request.visitor.account;
      const wish = { name, slug, plan: 'free' as const, ownerId };
      const { project, apiKey } = await createProject(database, clock, wish, undefined, (tx, { id, createdAt }) =>
        insertMember(tx, { projectId: id, accountId: ownerId, role: 'owner', now: createdAt }),
      );
      return reply.code(201).send({ ...projectJson(project), role: 'owner', api_key: apiKey });
    },
  );

  api.get(
    '/projects/:id',
    // By its slug too, as the dashboard's own addresses name it.
    { schema: { hide: true, params: ProjectId, response: { 200: OwnProject } } },
    async (request) => {
      const { account } = request.visitor;
      const [bySlug] = await listProjectsOf(database, account, { limit: 1, slug: request.params.id });
      const { projectId, role } = await requireLook(database, account, bySlug?.id ?? request.params.id);
      const project = await findProject(database, projectId);
      if (project === undefined) throw projectNotFound();
      return { ...projectJson(project), role };
    },
  );

  api.patch(
    '/projects/:id',
    {
      schema: {
        hide: true,
        params: ProjectId,
        body: Type.Object({
          name: Type.Optional(ProjectFields.name),
          callback_url: ProjectFields.callback_url,
          redirect_uris: ProjectFields.redirect_uris,
          look: ProjectFields.look,
        }),
        response: { 200: OwnProject },
      },
    },
    async (request) => {
      const { account, projectId, role } = await requireChange(database, request.visitor.account, request.params.id);
      const { name, callback_url, redirect_uris, look } = request.body;
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(callback_url === undefined ? {} : { callbackUrl: callback_url }),
        ...(redirect_uris === undefined ? {} : { redirectUris: redirect_uris }),
        ...(look === undefined ? {} : { look }),
      };
      const given = Object.entries({ name, callback_url, redirect_uris, look });
      const fields = given.flatMap(([field, value]) => (value === undefined ? [] : [field]));
      const project = await changeProject(database, projectId, change, async (tx) => {
        if (fields.length === 0) return;
        const actor = actorOf(account);
        await recordAudit(tx, { projectId, actor, action: 'project.changed', detail: { fields }, at: clock.now() });
      });
      return { ...projectJson(project), role };
    },
  );
}
