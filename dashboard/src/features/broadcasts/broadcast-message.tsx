import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Section } from '#ui/section.tsx';
import { RenderedText } from '../messages/compose/rendered-text.tsx';
import { messageQuery } from '../messages/message-api.ts';
import { anyRecipientQuery } from './broadcast-api.ts';
import styles from './broadcast-message.module.css';
import { broadcastTexts } from './texts.ts';

/** What it says, by the example of one recipient. */
export function BroadcastMessage({ jobId }: { jobId: string }) {
  const t = useTexts(broadcastTexts).job;
  const project = useProject();
  const { data: recipient } = useQuery(anyRecipientQuery(project, jobId));
  const id = recipient?.message_id;
  const { data: message } = useQuery({
    ...messageQuery(project, id ?? ''),
    enabled: id !== undefined,
    refetchInterval: false,
  });
  if (message == null || message.text === null) return null;
  return (
    <Section title={t.message}>
      <blockquote className={styles['bubble']}>
        <RenderedText text={message.text} format="html" />
      </blockquote>
      <p className="soft small">{t.messageHint}</p>
    </Section>
  );
}
