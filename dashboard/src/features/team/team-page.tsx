import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Section } from '#ui/section.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { type MemberAct, MemberDialogs } from './member-dialogs.tsx';
import { membersQuery } from './team-api.ts';
import { teamTexts } from './texts.ts';
import { useMemberColumns } from './use-member-columns.tsx';

export function TeamPage() {
  const t = useTexts(teamTexts);
  const project = useProject();
  const members = useQuery(membersQuery(project));
  const [inviting, setInviting] = useState(false);
  const [act, setAct] = useState<MemberAct>();
  const columns = useMemberColumns(members.data ?? [], setAct);
  const { plan, role } = project.project;
  const inviteButton = project.mayChange && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  );
  const isEmpty = members.data?.length === 0;
  const hasOwner = members.data?.some((member) => member.role === 'owner') ?? true;
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={!isEmpty && inviteButton} />
      {plan === 'free' && <Notice tone="quiet">{t.freeLimit}</Notice>}
      {role === 'viewer' && <Notice tone="quiet">{t.viewer}</Notice>}
      {members.isError && <ErrorNote error={members.error} onRetry={() => void members.refetch()} />}
      {isEmpty && <EmptyState title={t.noMembersTitle} text={t.noMembers} action={inviteButton} />}
      {!members.isError && !isEmpty && (
        <Section title={t.members}>
          <DataTable
            label={t.members}
            loading={members.isPending}
            rows={members.data ?? []}
            rowKey={({ account_id }) => account_id}
            columns={columns}
          />
        </Section>
      )}
      <InvitationTable />
      {inviting && <InviteDialog hasOwner={hasOwner} onClose={() => setInviting(false)} />}
      {act && <MemberDialogs {...act} onClose={() => setAct(undefined)} />}
    </>
  );
}
