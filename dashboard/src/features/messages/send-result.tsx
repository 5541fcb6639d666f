import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { Section } from '#ui/section.tsx';
import { messageQuery, type SendAnswer, type SendDetail } from './message-api.ts';
import { MessageOutcome } from './message-outcome.tsx';
import { MessageStatusBadge } from './message-status.tsx';
import styles from './send-result.module.css';
import { messageTexts } from './texts.ts';

type SendResultProps = { answer: SendAnswer; onAnother: () => void };

/** One line for each messenger, followed until it has ended. */
export function SendResult({ answer, onAnother }: SendResultProps) {
  const t = useTexts(messageTexts).compose;
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => here.current?.focus(), []);
  return (
    <div ref={here} tabIndex={-1} className={styles['result']}>
      <Section title={t.result} card>
        <ul className={styles['list']}>
          {answer.details.map((detail) => (
            <Detail key={detail.message_id} detail={detail} />
          ))}
        </ul>
        <Group>
          <Button variant="default" onClick={onAnother}>
            {t.another}
          </Button>
        </Group>
      </Section>
    </div>
  );
}

function Detail({ detail }: { detail: SendDetail }) {
  const t = useTexts(messageTexts).compose;
  const project = useProject();
  const { message_id, channel } = detail;
  const { data } = useQuery({ ...messageQuery(project, message_id), enabled: detail.status === 'queued' });
  const { status, reason, error } = data ?? detail;
  return (
    <li>
      <div className={styles['head']}>
        <ChannelName channel={channel} />
        <MessageStatusBadge status={status} />
        <Link
          to="/p/$slug/messages/$messageId"
          params={{ slug: project.project.slug, messageId: message_id }}
          className={styles['open']}
        >
          {t.open}
        </Link>
      </div>
      <MessageOutcome status={status} reason={reason} error={error} />
    </li>
  );
}
