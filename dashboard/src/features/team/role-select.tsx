import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Role } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { toast, toastError } from '#ui/toast.ts';
import { type Member, ROLES, useTeamActs } from './team-api.ts';
import { teamTexts } from './texts.ts';

/** Shows the chosen role while it is being saved, and the old one again where it was refused. */
export function RoleSelect({ member, onHandOver }: { member: Member; onHandOver: () => void }) {
  const t = useTexts(teamTexts);
  const { roles } = useTexts(nameTexts);
  const { role: own } = useProject().project;
  const { changeRole } = useTeamActs();
  const change = useMutation({
    mutationFn: (role: Role) => changeRole(member.account_id, role),
    onSuccess: () => toast(t.roleChanged),
    onError: (error) => toastError(error),
  });
  const choose = (role: Role) => {
    if (role === 'owner') onHandOver();
    else change.mutate(role);
  };
  return (
    <NativeSelect
      aria-label={t.roleOf(member.name)}
      size="xs"
      miw={150}
      value={change.isPending ? change.variables : member.role}
      disabled={change.isPending}
      onChange={(event) => choose(event.currentTarget.value as Role)}
    >
      {ROLES.filter((role) => role !== 'owner' || own === 'owner').map((role) => (
        <option key={role} value={role}>
          {roles[role]}
        </option>
      ))}
    </NativeSelect>
  );
}
