import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Facts, Section } from '#ui/section.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { subscriberQuery } from '../subscribers/subscriber-api.ts';
import { RenderedText } from './compose/rendered-text.tsx';
import { type Message, messageQuery } from './message-api.ts';
import { MessageOutcome } from './message-outcome.tsx';
import styles from './message-panel.module.css';
import { MessageStatusBadge } from './message-status.tsx';
import { messageTexts } from './texts.ts';

export function MessagePanel() {
  const t = useTexts(messageTexts);
  const project = useProject();
  const { slug } = project.project;
  const navigate = useNavigate();
  const { messageId } = useParams({ from: '/p/$slug/messages/$messageId' });
  const query = useQuery(messageQuery(project, messageId));
  const close = () => void navigate({ to: '/p/$slug/messages', params: { slug }, search: true, resetScroll: false });
  const { data } = query;
  return (
    <SidePanel
      title={t.message}
      onClose={close}
      actions={
        data !== undefined &&
        project.mayChange && (
          <Button
            variant="default"
            leftSection={<Icon name="send" size={16} />}
            renderRoot={(props) => (
              <Link to="/p/$slug/messages/new" params={{ slug }} search={{ to: data.subscriber_id }} {...props} />
            )}
          >
            {t.panel.writeAgain}
          </Button>
        )
      }
    >
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={320} />}
      {data && <MessageView message={data} />}
    </SidePanel>
  );
}

function MessageView({ message }: { message: Message }) {
  const t = useTexts(messageTexts);
  const { slug } = useProject().project;
  const { status, reason, error, text, job_id, message_id } = message;
  return (
    <>
      <Section title={t.panel.outcome} action={<MessageStatusBadge status={status} />}>
        <MessageOutcome status={status} reason={reason} error={error} />
      </Section>
      <Section title={t.panel.text}>
        {text === null ? (
          <p className="soft">{t.noText}</p>
        ) : (
          <div className={styles['text']}>
            <RenderedText text={text} format={message.format ?? 'plain'} />
          </div>
        )}
      </Section>
      <Facts
        facts={{
          [t.to]: <PersonLink subscriberId={message.subscriber_id} />,
          [t.channel]: <ChannelName channel={message.channel} />,
          [t.panel.asked]: <RelativeTime at={message.created_at} />,
          [status === 'sent' ? t.panel.sent : t.panel.finished]:
            message.finished_at === null ? undefined : <RelativeTime at={message.finished_at} />,
          [t.panel.broadcast]:
            job_id === null ? (
              t.panel.single
            ) : (
              <Link className="mono" to="/p/$slug/broadcasts/$jobId" params={{ slug, jobId: job_id }}>
                {job_id}
              </Link>
            ),
          [t.panel.id]: (
            <span className="mono">
              {message_id} <CopyButton value={message_id} what={t.panel.id} />
            </span>
          ),
        }}
      />
    </>
  );
}

function PersonLink({ subscriberId }: { subscriberId: string }) {
  const t = useTexts(messageTexts).panel;
  const project = useProject();
  const { data, isError } = useQuery(subscriberQuery(project, subscriberId));
  if (isError) return <span className="soft">{t.removed}</span>;
  return (
    <Link to="/p/$slug/subscribers/$subscriberId" params={{ slug: project.project.slug, subscriberId }}>
      {data === undefined ? subscriberId : data.first_name}
      {data != null && data.username !== null && ` @${data.username}`}
    </Link>
  );
}
