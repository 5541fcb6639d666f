import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { meQuery } from '#api/me.ts';
import { useProject } from '#shell/project-context.tsx';
import { membersQuery } from '../team/team-api.ts';

/** Names by account id: the team, and oneself. */
export function usePeople(): ReadonlyMap<string, string> {
  const { data: members } = useQuery(membersQuery(useProject()));
  const { data: me } = useQuery(meQuery);
  return useMemo(() => {
    const own = me === undefined ? [] : [[me.account.id, me.account.name] as const];
    return new Map([...own, ...(members ?? []).map(({ account_id, name }) => [account_id, name] as const)]);
  }, [members, me]);
}
