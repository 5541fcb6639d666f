import Type from 'typebox';
import { type HttpServer, NoContent } from '#http';
import { AppError } from '#lib/app-error.ts';
import { isUuid } from '#lib/ids.ts';
import { timestamp } from '#lib/timestamp.ts';
import { ROLES } from './account.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { changeRole, removeMember } from './change-member.ts';
import { inviteMember, withdrawInvite } from './invite-member.ts';
import { listMembers } from './member-store.ts';
import { listInvitations } from './one-time-link-store.ts';
import { requireChange, requireLook } from './require-access.ts';
import { invitationJson, memberJson } from './team-json.ts';

const ProjectId = Type.Object({ id: Type.String() });
const MemberId = Type.Object({ id: Type.String(), account_id: Type.String() });
const InviteId = Type.Object({ id: Type.String(), invite_id: Type.String() });
const RoleBody = Type.Object({ role: Type.Enum([...ROLES]) });
const done = { 204: NoContent };

/** Under /dashboard/api: who is in a project, and who is invited. */
export function memberRoutes(api: HttpServer, options: AccountsOptions): void {
  const { database, clock } = options;

  api.get('/projects/:id/members', { schema: { hide: true, params: ProjectId } }, async (request) => {
    const { account, projectId } = await requireLook(database, request.visitor.account, request.params.id);
    const members = await listMembers(database, projectId);
    return { members: members.map((member) => memberJson(member, account.id)) };
  });

  api.patch(
    '/projects/:id/members/:account_id',
    { schema: { hide: true, params: MemberId, body: RoleBody, response: done } },
    async (request, reply) => {
      const acting = await requireChange(database, request.visitor.account, request.params.id);
      await changeRole(options, acting, knownMember(request.params.account_id), request.body.role);
      return reply.code(204).send(null);
    },
  );

  api.delete(
    '/projects/:id/members/:account_id',
    { schema: { hide: true, params: MemberId, response: done } },
    async (request, reply) => {
      const acting = await requireChange(database, request.visitor.account, request.params.id, 'viewer');
      await removeMember(options, acting, knownMember(request.params.account_id));
      return reply.code(204).send(null);
    },
  );

  api.get('/projects/:id/invites', { schema: { hide: true, params: ProjectId } }, async (request) => {
    const { projectId } = await requireLook(database, request.visitor.account, request.params.id, 'admin');
    return { invites: (await listInvitations(database, projectId, clock.now())).map(invitationJson) };
  });

  api.post(
    '/projects/:id/invites',
    { schema: { hide: true, params: ProjectId, body: RoleBody } },
    async (request, reply) => {
      const acting = await requireChange(database, request.visitor.account, request.params.id);
      const { role } = request.body;
      const { id, url, expiresAt } = await inviteMember(options, acting, role);
      return reply.code(201).send({ id, url, role, expires_at: timestamp(expiresAt) });
    },
  );

  api.delete(
    '/projects/:id/invites/:invite_id',
    { schema: { hide: true, params: InviteId, response: done } },
    async (request, reply) => {
      const acting = await requireChange(database, request.visitor.account, request.params.id);
      const { invite_id } = request.params;
      if (!isUuid(invite_id)) throw new AppError('not_found', 'There is no such open invitation.');
      await withdrawInvite(options, acting, invite_id.toLowerCase());
      return reply.code(204).send(null);
    },
  );
}

function knownMember(id: string): string {
  if (!isUuid(id)) throw new AppError('not_found', 'This project has no such member.');
  return id.toLowerCase();
}
