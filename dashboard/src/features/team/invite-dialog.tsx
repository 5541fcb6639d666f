import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '#api/me.ts';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { SecretOnce } from '#ui/secret-once.tsx';
import { type NewInvitation, ROLES, useTeamActs } from './team-api.ts';
import { teamTexts } from './texts.ts';

/** Asks for a role, then shows the link this once. A project that has no owner yet can be given one. */
export function InviteDialog({ hasOwner, onClose }: { hasOwner: boolean; onClose: () => void }) {
  const t = useTexts(teamTexts);
  const { roles } = useTexts(nameTexts);
  const format = useFormat();
  const { invite } = useTeamActs();
  const offered = ROLES.filter((role) => role !== 'owner' || !hasOwner);
  const [role, setRole] = useState<Role>(hasOwner ? 'admin' : 'owner');
  const [made, setMade] = useState<NewInvitation>();
  if (made !== undefined) {
    return (
      <SecretOnce secret={made.url} title={t.linkTitle} name={t.link} onClose={onClose}>
        <p className="soft">{t.linkText(format.dateTime(made.expires_at))}</p>
      </SecretOnce>
    );
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.inviteTitle}
      submit={t.makeLink}
      act={() => invite(role)}
      onDone={setMade}
    >
      <p className="soft">{t.inviteText}</p>
      <Radio.Group label={t.role} value={role} onChange={(value) => setRole(value as Role)}>
        <Stack gap="xs">
          {offered.map((one) => (
            <Radio key={one} value={one} label={roles[one]} description={t.roleHints[one]} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
