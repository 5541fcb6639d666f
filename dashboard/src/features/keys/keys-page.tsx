import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { type ApiKey, keysQuery } from './key-api.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { keyTexts } from './texts.ts';

export function KeysPage() {
  const t = useTexts(keyTexts);
  const project = useProject();
  const keys = useQuery(keysQuery(project));
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const columns = useKeyColumns(setRevoking);
  if (project.project.role === 'viewer') {
    return (
      <>
        <PageTitle title={t.title} />
        <Notice tone="quiet">{t.viewer}</Notice>
      </>
    );
  }
  const createButton = project.mayChange && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={(keys.data?.length ?? 0) > 0 && createButton} />
      {keys.isError ? (
        <ErrorNote error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <DataTable
          label={t.title}
          loading={keys.isPending}
          rows={activeFirst(keys.data ?? [])}
          rowKey={({ key_id }) => key_id}
          columns={columns}
          empty={<EmptyState title={t.emptyTitle} text={t.emptyText} action={createButton} />}
        />
      )}
      {creating && <NewKeyDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

/** Newest first, and what was revoked after the rest. */
function activeFirst(keys: ApiKey[]): ApiKey[] {
  return keys
    .toReversed()
    .toSorted((one, other) => Number(one.revoked_at !== null) - Number(other.revoked_at !== null));
}

function useKeyColumns(onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const t = useTexts(keyTexts);
  const { mayChange } = useProject();
  return [
    { key: 'name', header: t.name, cell: ({ name }) => name },
    { key: 'prefix', header: t.prefix, tight: true, cell: ({ prefix }) => <span className="mono">{prefix}…</span> },
    {
      key: 'status',
      header: t.status,
      tight: true,
      cell: ({ revoked_at }) => (
        <StatusBadge tone={revoked_at === null ? 'good' : 'quiet'}>
          {revoked_at === null ? t.active : t.revoked}
        </StatusBadge>
      ),
    },
    {
      key: 'used',
      header: t.lastUsed,
      tight: true,
      cell: ({ last_used_at }) => <RelativeTime at={last_used_at} none={t.notUsed} />,
    },
    {
      key: 'created',
      header: t.created,
      tight: true,
      hiddenOnPhone: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    ...(mayChange
      ? [{ key: 'actions', header: t.actions, tight: true, align: 'right' as const, cell: revokeButton }]
      : []),
  ];

  function revokeButton(key: ApiKey) {
    if (key.revoked_at !== null) return null;
    return (
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={t.revokeLabel(key.name)}
        onClick={() => onRevoke(key)}
      >
        {t.revoke}
      </Button>
    );
  }
}
