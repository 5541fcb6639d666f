import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Facts, Section } from '#ui/section.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { type BroadcastDetail, broadcastQuery } from './broadcast-api.ts';
import { BroadcastButtons } from './broadcast-buttons.tsx';
import { BroadcastMessage } from './broadcast-message.tsx';
import { BroadcastProgress } from './broadcast-progress.tsx';
import { ReasonList } from './reason-list.tsx';
import { RecipientTable } from './recipient-table.tsx';
import { broadcastTexts } from './texts.ts';

export function BroadcastPanel() {
  const t = useTexts(broadcastTexts);
  const format = useFormat();
  const project = useProject();
  const navigate = useNavigate();
  const { jobId } = useParams({ from: '/p/$slug/broadcasts/$jobId' });
  const broadcast = useQuery(broadcastQuery(project, jobId));
  const { data } = broadcast;
  const close = () =>
    void navigate({
      to: '/p/$slug/broadcasts',
      params: { slug: project.project.slug },
      search: ({ status }) => ({ status }),
      resetScroll: false,
    });
  return (
    <SidePanel
      title={data ? t.job.title(format.dateTime(data.created_at)) : t.title}
      onClose={close}
      actions={data && project.mayChange && <BroadcastButtons broadcast={data} />}
    >
      {broadcast.isError && <ErrorNote error={broadcast.error} onRetry={() => void broadcast.refetch()} />}
      {broadcast.isPending && <Skeleton height={320} />}
      {data && (
        <>
          <BroadcastProgress broadcast={data} />
          <ReasonList reasons={data.by_reason} />
          <BroadcastMessage jobId={jobId} />
          <About broadcast={data} />
          <RecipientTable broadcast={data} />
        </>
      )}
    </SidePanel>
  );
}

function About({ broadcast }: { broadcast: BroadcastDetail }) {
  const t = useTexts(broadcastTexts);
  const format = useFormat();
  const { slug } = useProject().project;
  const { created_at, finished_at, messages_per_minute, retry_of, job_id } = broadcast;
  return (
    <Section title={t.job.facts}>
      <Facts
        facts={{
          [t.started]: <RelativeTime at={created_at} />,
          [t.job.finished]: finished_at === null ? undefined : <RelativeTime at={finished_at} />,
          [t.job.pace]: messages_per_minute === null ? undefined : t.job.paceOf(format.number(messages_per_minute)),
          [t.job.retryOf]:
            retry_of === null ? undefined : (
              <Link to="/p/$slug/broadcasts/$jobId" params={{ slug, jobId: retry_of }}>
                {t.job.thatOne}
              </Link>
            ),
          [t.job.id]: (
            <span className="mono">
              {job_id} <CopyButton value={job_id} what={t.job.id} />
            </span>
          ),
        }}
      />
    </Section>
  );
}
