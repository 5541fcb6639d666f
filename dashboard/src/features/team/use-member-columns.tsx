import { Button } from '@mantine/core';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import type { Column } from '#ui/data-table.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import type { MemberAct } from './member-dialogs.tsx';
import { RoleSelect } from './role-select.tsx';
import type { Member } from './team-api.ts';
import { teamTexts } from './texts.ts';

/** The owner stays until the project is handed over; everybody else may leave, and admins may remove others. */
const mayGo = ({ role, is_you }: Member, mayChange: boolean) => role !== 'owner' && (mayChange || is_you);

export function useMemberColumns(members: Member[], onAct: (act: MemberAct) => void): Column<Member>[] {
  const t = useTexts(teamTexts);
  const { roles } = useTexts(nameTexts);
  const { mayChange } = useProject();
  return [
    {
      key: 'name',
      header: t.name,
      cell: ({ name, is_you }) => (
        <>
          {name}
          {is_you && <span className="soft"> · {t.you}</span>}
        </>
      ),
    },
    {
      key: 'role',
      header: t.role,
      tight: true,
      cell: (member) =>
        mayChange && member.role !== 'owner' ? (
          <RoleSelect member={member} onHandOver={() => onAct({ act: 'handOver', member })} />
        ) : (
          roles[member.role]
        ),
    },
    {
      key: 'identities',
      header: t.signsIn,
      cell: ({ identities }) =>
        identities.map(({ channel, username }) => (
          <div key={channel}>
            <ChannelName channel={channel} />
            {username !== null && <span className="soft"> @{username}</span>}
          </div>
        )),
    },
    {
      key: 'joined',
      header: t.joined,
      tight: true,
      hiddenOnPhone: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    ...(members.some((member) => mayGo(member, mayChange))
      ? [{ key: 'actions', header: t.actions, tight: true, align: 'right' as const, cell: goButton }]
      : []),
  ];

  function goButton(member: Member) {
    if (!mayGo(member, mayChange)) return null;
    const act = member.is_you ? 'leave' : 'remove';
    return (
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        {...(act === 'remove' && { 'aria-label': t.removeLabel(member.name) })}
        onClick={() => onAct({ act, member })}
      >
        {t[act]}
      </Button>
    );
  }
}
