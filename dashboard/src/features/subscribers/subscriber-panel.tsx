import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { isApiError } from '#api/api-error.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { toast } from '#ui/toast.ts';
import { type Subscriber, subscriberQuery, useSubscriberActs } from './subscriber-api.ts';
import { SubscriberView } from './subscriber-view.tsx';
import { subscriberTexts } from './texts.ts';

export function SubscriberPanel() {
  const t = useTexts(subscriberTexts);
  const project = useProject();
  const { slug } = project.project;
  const navigate = useNavigate();
  const acts = useSubscriberActs();
  const { subscriberId } = useParams({ from: '/p/$slug/subscribers/$subscriberId' });
  const query = useQuery(subscriberQuery(project, subscriberId));
  const [removing, setRemoving] = useState(false);
  const close = useCallback(
    () => navigate({ to: '/p/$slug/subscribers', params: { slug }, search: true, resetScroll: false }),
    [navigate, slug],
  );
  const { data } = query;
  if (isApiError(query.error, 'subscriber_not_found')) {
    return (
      <SidePanel title={t.panel.gone} onClose={() => void close()}>
        {t.panel.goneText}
      </SidePanel>
    );
  }
  const remove = async () => {
    await acts.remove(subscriberId);
    toast(t.panel.removed);
    await close();
    acts.forget(subscriberId);
  };
  return (
    <SidePanel
      title={data?.first_name ?? t.person}
      onClose={() => void close()}
      actions={
        data !== undefined && project.mayChange && <Actions subscriber={data} onRemove={() => setRemoving(true)} />
      }
    >
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={320} />}
      {data && <SubscriberView key={data.subscriber_id} subscriber={data} />}
      <ConfirmDialog
        danger
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t.panel.removeTitle(data?.first_name ?? '')}
        confirm={t.panel.remove}
        act={remove}
      >
        {t.panel.removeText}
      </ConfirmDialog>
    </SidePanel>
  );
}

function Actions({ subscriber, onRemove }: { subscriber: Subscriber; onRemove: () => void }) {
  const t = useTexts(subscriberTexts).panel;
  const { slug } = useProject().project;
  return (
    <>
      {subscriber.active ? (
        <Button
          leftSection={<Icon name="send" size={16} />}
          renderRoot={(props) => (
            <Link to="/p/$slug/messages/new" params={{ slug }} search={{ to: subscriber.subscriber_id }} {...props} />
          )}
        >
          {t.write}
        </Button>
      ) : (
        <p className="soft small">{t.unreachable}</p>
      )}
      <Button variant="default" color="red" onClick={onRemove}>
        {t.remove}
      </Button>
    </>
  );
}
