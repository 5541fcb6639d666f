import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { type Member, useTeamActs } from './team-api.ts';
import { teamTexts } from './texts.ts';

export type MemberAct = { act: 'remove' | 'leave' | 'handOver'; member: Member };

/** Asks before what somebody would notice at once. */
export function MemberDialogs({ act, member, onClose }: MemberAct & { onClose: () => void }) {
  const t = useTexts(teamTexts);
  const navigate = useNavigate();
  const { project } = useProject();
  const acts = useTeamActs();
  const { name, account_id } = member;
  const dialogs = {
    remove: {
      title: t.removeTitle(name),
      text: t.removeText,
      confirm: t.remove,
      act: async () => {
        await acts.remove(account_id);
        toast(t.removed);
      },
    },
    leave: {
      title: t.leaveTitle(project.name),
      text: t.leaveText,
      confirm: t.leave,
      act: async () => {
        await acts.leave(account_id);
        toast(t.left);
        await navigate({ to: '/projects' });
      },
    },
    handOver: {
      title: t.handOverTitle(name),
      text: t.handOverText,
      confirm: t.handOver,
      act: async () => {
        await acts.changeRole(account_id, 'owner');
        toast(t.handedOver(name));
      },
    },
  };
  const dialog = dialogs[act];
  return (
    <ConfirmDialog
      danger={act !== 'handOver'}
      opened
      onClose={onClose}
      title={dialog.title}
      confirm={dialog.confirm}
      act={dialog.act}
    >
      {dialog.text}
    </ConfirmDialog>
  );
}
