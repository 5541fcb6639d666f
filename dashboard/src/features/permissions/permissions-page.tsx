import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { RowMenu } from '#ui/row-menu.tsx';
import { uiTexts } from '#ui/texts.ts';
import { toast } from '#ui/toast.ts';
import { type Permission, permissionsQuery, usePermissionActs } from './permission-api.ts';
import { PermissionForm } from './permission-form.tsx';
import { permissionTexts } from './texts.ts';

type Act = { kind: 'create' } | { kind: 'change' | 'remove'; permission: Permission };

export function PermissionsPage() {
  const t = useTexts(permissionTexts);
  const project = useProject();
  const permissions = useQuery(permissionsQuery(project));
  const [act, setAct] = useState<Act>();
  const columns = usePermissionColumns(setAct);
  const addButton = project.mayChange && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAct({ kind: 'create' })}>
      {t.add}
    </Button>
  );
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={(permissions.data?.length ?? 0) > 0 && addButton} />
      {permissions.isError ? (
        <ErrorNote error={permissions.error} onRetry={() => void permissions.refetch()} />
      ) : (
        <DataTable
          label={t.title}
          columns={columns}
          rows={permissions.data ?? []}
          rowKey={({ name }) => name}
          loading={permissions.isPending}
          empty={
            <EmptyState
              title={t.emptyTitle}
              text={t.emptyText}
              action={addButton}
              curl={{ path: '/v1/permissions', body: { name: 'news', title: { ru: 'Новости', en: 'News' } } }}
            />
          }
        />
      )}
      <PermissionDialogs act={act} onClose={() => setAct(undefined)} />
    </>
  );
}

function usePermissionColumns(onAct: (act: Act) => void): Column<Permission>[] {
  const t = useTexts(permissionTexts);
  const ui = useTexts(uiTexts);
  const { mayChange } = useProject();
  return [
    { key: 'name', header: t.name, cell: ({ name }) => <strong>{name}</strong> },
    {
      key: 'titles',
      header: t.titles,
      cell: ({ title: { ru, en } }) =>
        ru === undefined && en === undefined ? (
          <span className="soft">{t.noTitle}</span>
        ) : (
          [ru, en].filter(Boolean).join(' · ')
        ),
    },
    { key: 'people', header: t.subscribers, tight: true, cell: ({ subscribers }) => t.people(subscribers) },
    {
      key: 'created',
      header: t.created,
      tight: true,
      hiddenOnPhone: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    ...(mayChange
      ? [
          {
            key: 'acts',
            header: t.actsColumn,
            tight: true,
            cell: (permission: Permission) => (
              <RowMenu
                label={t.acts(permission.name)}
                items={[
                  { label: t.change, act: () => onAct({ kind: 'change', permission }) },
                  { label: ui.remove, danger: true, act: () => onAct({ kind: 'remove', permission }) },
                ]}
              />
            ),
          },
        ]
      : []),
  ];
}

function PermissionDialogs({ act, onClose }: { act: Act | undefined; onClose: () => void }) {
  const t = useTexts(permissionTexts);
  const ui = useTexts(uiTexts);
  const acts = usePermissionActs();
  const done = (words: string) => () => {
    onClose();
    toast(words);
  };
  if (act === undefined) return null;
  if (act.kind === 'create') {
    return (
      <PermissionForm title={t.add} submit={ui.create} act={acts.create} onDone={done(t.made)} onClose={onClose} />
    );
  }
  const { permission } = act;
  if (act.kind === 'change') {
    return (
      <PermissionForm
        permission={permission}
        title={t.changeTitle(permission.name)}
        submit={ui.save}
        act={({ name, title }) => acts.change(permission.name, { name, title })}
        onDone={done(t.changed)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      danger
      opened
      onClose={onClose}
      title={t.removeTitle(permission.name)}
      confirm={ui.remove}
      act={async () => {
        await acts.remove(permission.name);
        toast(t.removed);
      }}
    >
      {t.removeText(permission.subscribers)}
    </ConfirmDialog>
  );
}
