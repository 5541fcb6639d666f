import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Section } from '#ui/section.tsx';
import type { LoginPage } from '../login/login-api.ts';
import { wordsOf } from '../messages/compose/rendered-text.tsx';
import { messagesOfQuery } from '../messages/message-api.ts';
import { MessageStatusBadge } from '../messages/message-status.tsx';
import styles from './subscriber-history.module.css';
import { subscriberTexts } from './texts.ts';

const SHOWN = 8;

export function SubscriberMessages({ subscriberId }: { subscriberId: string }) {
  const t = useTexts(subscriberTexts).panel;
  const project = useProject();
  const { slug } = project.project;
  const query = useQuery(messagesOfQuery(project, subscriberId, SHOWN));
  const messages = query.data?.messages ?? [];
  return (
    <Section
      title={t.messages}
      action={
        messages.length > 0 && (
          <Link to="/p/$slug/messages" params={{ slug }} search={{ subscriber_id: subscriberId }}>
            {t.allMessages}
          </Link>
        )
      }
    >
      {query.isPending && <Skeleton height={60} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && messages.length === 0 && <p className="soft">{t.noMessages}</p>}
      <ul className={styles['list']}>
        {messages.map((message) => (
          <li key={message.message_id}>
            <Link to="/p/$slug/messages/$messageId" params={{ slug, messageId: message.message_id }}>
              {wordsOf(message.text ?? '—')}
            </Link>
            <MessageStatusBadge status={message.status} />
            <RelativeTime at={message.created_at} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function SubscriberLogins({ subscriberId }: { subscriberId: string }) {
  const t = useTexts(subscriberTexts).panel;
  const { api, key } = useProject();
  const query = useQuery({
    queryKey: [...key, 'login', 'of', subscriberId],
    queryFn: ({ signal }) =>
      api.get<LoginPage>('/v1/auth/logins', { subscriber_id: subscriberId, limit: SHOWN }, signal),
  });
  return (
    <Section title={t.logins}>
      {query.isPending && <Skeleton height={40} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.logins.length === 0 && <p className="soft">{t.noLogins}</p>}
      <ul className={styles['list']}>
        {query.data?.logins.map(({ login_id, kind, client_ip, confirmed_at, verified_at }) => (
          <li key={login_id}>
            <span>
              {t.loginKinds[kind]}
              {client_ip !== undefined && <span className="mono soft"> {client_ip}</span>}
            </span>
            <span className="soft small">{verified_at === null ? t.notVerified : t.verified}</span>
            <RelativeTime at={confirmed_at} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
