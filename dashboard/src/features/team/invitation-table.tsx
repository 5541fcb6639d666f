import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Section } from '#ui/section.tsx';
import { uiTexts } from '#ui/texts.ts';
import { toast } from '#ui/toast.ts';
import { type Invitation, invitationsQuery, useTeamActs } from './team-api.ts';
import { teamTexts } from './texts.ts';

/** Who is invited and has not come yet; nothing where nobody is. */
export function InvitationTable() {
  const t = useTexts(teamTexts);
  const ui = useTexts(uiTexts);
  const { roles } = useTexts(nameTexts);
  const project = useProject();
  const { data: invitations = [] } = useQuery(invitationsQuery(project));
  const { withdraw } = useTeamActs();
  const [leaving, setLeaving] = useState<Invitation>();
  if (invitations.length === 0) return null;
  const button = (invitation: Invitation) => (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={t.withdrawLabel(roles[invitation.role])}
      onClick={() => setLeaving(invitation)}
    >
      {t.withdraw}
    </Button>
  );
  return (
    <Section title={t.invites}>
      <DataTable
        label={t.invites}
        rows={invitations}
        rowKey={({ id }) => id}
        columns={[
          { key: 'role', header: t.role, cell: ({ role }) => roles[role] },
          { key: 'by', header: t.invitedBy, cell: ({ created_by }) => created_by ?? ui.none },
          {
            key: 'expires',
            header: t.expires,
            tight: true,
            cell: ({ expires_at }) => <RelativeTime at={expires_at} />,
          },
          ...(project.mayChange
            ? [{ key: 'actions', header: t.actions, tight: true, align: 'right' as const, cell: button }]
            : []),
        ]}
      />
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t.withdrawTitle}
        confirm={t.withdraw}
        act={async () => {
          if (leaving !== undefined) await withdraw(leaving.id);
          toast(t.withdrawn);
        }}
      >
        {t.withdrawText}
      </ConfirmDialog>
    </Section>
  );
}
