import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import type { AuditEntry } from './audit-api.ts';
import { auditTexts } from './texts.ts';
import { usePeople } from './use-people.ts';

export function ActorName({ entry: { actor, actor_name } }: { entry: AuditEntry }) {
  const t = useTexts(auditTexts);
  const people = usePeople();
  const { data: me } = useQuery(meQuery);
  const [kind, id = ''] = actor.split(':');
  if (kind === 'operator') return t.operator;
  if (kind === 'key') return actor_name === null ? t.someKey : t.key(actor_name);
  if (kind !== 'account') return <span className="mono">{actor}</span>;
  return (
    <>
      {actor_name ?? people.get(id) ?? t.outsider}
      {id === me?.account.id && <span className="soft"> · {t.you}</span>}
    </>
  );
}
