import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Facts } from '#ui/section.tsx';
import { uiTexts } from '#ui/texts.ts';
import { usageQuery } from '../usage/usage-api.ts';
import { type Audience, describeAudience } from './audience.ts';
import {
  type BroadcastPreview,
  type BroadcastWish,
  broadcastPreviewQuery,
  makeIdempotencyKey,
  useBroadcastActs,
} from './broadcast-api.ts';
import { broadcastTexts } from './texts.ts';

type ConfirmBroadcastProps = { wish: BroadcastWish; audience: Audience; onClose: () => void };

/** Asks the server what it comes to, says it, and sends once. */
export function ConfirmBroadcast({ wish, audience, onClose }: ConfirmBroadcastProps) {
  const t = useTexts(broadcastTexts);
  const project = useProject();
  const navigate = useNavigate();
  const { create } = useBroadcastActs();
  // The same for every press of the button: a repetition cannot send twice.
  const [idempotencyKey] = useState(makeIdempotencyKey);
  const preview = useQuery(broadcastPreviewQuery(project, wish));
  const reached = preview.data?.would_send_to ?? 0;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={preview.data ? t.confirm.title(reached) : t.new.title}
      submit={preview.data ? t.confirm.send(reached) : t.new.review}
      disabled={reached === 0}
      act={() => create(wish, idempotencyKey)}
      onDone={({ job_id }) =>
        void navigate({ to: '/p/$slug/broadcasts/$jobId', params: { slug: project.project.slug, jobId: job_id } })
      }
    >
      {preview.isError && <ErrorNote title={t.confirm.refused} error={preview.error} />}
      {preview.isPending && <Skeleton height={120} aria-label={t.confirm.checking} />}
      {preview.data && <Consequences preview={preview.data} audience={audience} pace={wish.messages_per_minute} />}
    </FormDialog>
  );
}

type ConsequencesProps = { preview: BroadcastPreview; audience: Audience; pace: number | undefined };

function Consequences({ preview, audience, pace }: ConsequencesProps) {
  const t = useTexts(broadcastTexts);
  const { channel } = useTexts(uiTexts);
  const format = useFormat();
  const { data: usage } = useQuery(usageQuery(useProject()));
  const balance = usage?.credits.balance ?? null;
  const cost = preview.estimated_credits;
  if (preview.would_send_to === 0) return <Notice tone="waiting">{t.new.nobody}</Notice>;
  return (
    <>
      <Facts
        facts={{
          [t.confirm.audience]: describeAudience(t.words, channel, audience),
          [t.confirm.cost]: (
            <>
              <strong>{t.confirm.credits(cost)}</strong>
              {balance !== null && <span className="soft">, {t.confirm.balance(format.number(balance))}</span>}
            </>
          ),
          [t.confirm.pace]: pace === undefined ? undefined : t.confirm.paceOf(format.number(pace)),
        }}
      />
      {balance !== null && cost > balance && <Notice tone="waiting">{t.confirm.overdrawn}</Notice>}
      <p className="soft">{t.confirm.fixed}</p>
    </>
  );
}
