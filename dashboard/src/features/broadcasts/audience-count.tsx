import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Section } from '#ui/section.tsx';
import { uiTexts } from '#ui/texts.ts';
import { type Audience, describeAudience } from './audience.ts';
import styles from './audience-count.module.css';
import { audienceCountQuery } from './broadcast-api.ts';
import { broadcastTexts } from './texts.ts';

const PAUSE_MS = 300;

/** Asked for once the person pauses. */
export function useAudienceCount(audience: Audience): UseQueryResult<number> {
  const [asked] = useDebouncedValue(audience, PAUSE_MS);
  return useQuery(audienceCountQuery(useProject(), asked));
}

/** Whom it is for, in words, and how many that is at this moment. */
export function AudienceCount({ audience, count }: { audience: Audience; count: UseQueryResult<number> }) {
  const t = useTexts(broadcastTexts);
  const { channel } = useTexts(uiTexts);
  return (
    <Section title={t.new.reached}>
      {count.isError ? (
        <ErrorNote error={count.error} onRetry={() => void count.refetch()} />
      ) : (
        <div aria-live="polite" aria-busy={count.isFetching}>
          <p className={styles['count']} data-stale={count.isPlaceholderData}>
            {count.data === undefined ? t.new.counting : t.new.count(count.data)}
          </p>
          <p className="soft">{count.data === 0 ? t.new.nobody : `${describeAudience(t.words, channel, audience)}.`}</p>
        </div>
      )}
    </Section>
  );
}
