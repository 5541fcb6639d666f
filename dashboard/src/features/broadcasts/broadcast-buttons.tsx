import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Icon } from '#ui/icons.tsx';
import { toast, toastError } from '#ui/toast.ts';
import { type Broadcast, useBroadcastActs } from './broadcast-api.ts';
import { leftOf } from './describe-broadcast.ts';
import { broadcastTexts } from './texts.ts';

/** What its state allows. */
export function BroadcastButtons({ broadcast }: { broadcast: Broadcast }) {
  const { status, failed, finished_at } = broadcast;
  const isOver = status === 'completed' || status === 'cancelled';
  if (!isOver) {
    return (
      <>
        <PauseButton broadcast={broadcast} />
        <CancelButton broadcast={broadcast} />
      </>
    );
  }
  return finished_at !== null && failed > 0 ? <RetryButton broadcast={broadcast} /> : null;
}

function PauseButton({ broadcast: { job_id, status } }: { broadcast: Broadcast }) {
  const t = useTexts(broadcastTexts).job;
  const acts = useBroadcastActs();
  const isPaused = status === 'paused';
  const turn = useMutation({
    mutationFn: () => (isPaused ? acts.resume(job_id) : acts.pause(job_id)),
    onError: (error) => toastError(error),
  });
  return (
    <Button
      {...(!isPaused && { variant: 'default' })}
      leftSection={<Icon name={isPaused ? 'play' : 'pause'} size={16} />}
      loading={turn.isPending}
      onClick={() => turn.mutate()}
    >
      {isPaused ? t.resume : t.pause}
    </Button>
  );
}

function CancelButton({ broadcast }: { broadcast: Broadcast }) {
  const t = useTexts(broadcastTexts).job;
  const { cancel } = useBroadcastActs();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t.cancel}
      </Button>
      <ConfirmDialog
        danger
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.cancelTitle}
        confirm={t.cancel}
        act={async () => {
          await cancel(broadcast.job_id);
          toast(t.cancelled);
        }}
      >
        {t.cancelText(leftOf(broadcast))}
      </ConfirmDialog>
    </>
  );
}

function RetryButton({ broadcast: { job_id, failed } }: { broadcast: Broadcast }) {
  const t = useTexts(broadcastTexts).job;
  const { slug } = useProject().project;
  const navigate = useNavigate();
  const { retry } = useBroadcastActs();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button leftSection={<Icon name="refresh" size={16} />} onClick={() => setAsking(true)}>
        {t.retry}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.retryTitle(failed)}
        confirm={t.retry}
        act={async () => {
          const started = await retry(job_id);
          toast(t.retried);
          await navigate({ to: '/p/$slug/broadcasts/$jobId', params: { slug, jobId: started.job_id } });
        }}
      >
        {t.retryText}
      </ConfirmDialog>
    </>
  );
}
