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
import { type Tag, tagsQuery, useTagActs } from './tag-api.ts';
import { TagForm } from './tag-form.tsx';
import { tagTexts } from './texts.ts';

type Act = { kind: 'create' } | { kind: 'rename' | 'remove'; tag: Tag };

export function TagsPage() {
  const t = useTexts(tagTexts);
  const project = useProject();
  const { slug } = project.project;
  const tags = useQuery(tagsQuery(project));
  const [act, setAct] = useState<Act>();
  const columns = useTagColumns(setAct);
  const addButton = project.mayChange && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAct({ kind: 'create' })}>
      {t.add}
    </Button>
  );
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={(tags.data?.length ?? 0) > 0 && addButton} />
      {tags.isError ? (
        <ErrorNote error={tags.error} onRetry={() => void tags.refetch()} />
      ) : (
        <DataTable
          label={t.title}
          columns={columns}
          rows={tags.data ?? []}
          rowKey={({ name }) => name}
          rowLink={({ name }) => ({ to: '/p/$slug/subscribers', params: { slug }, search: { tag: name } })}
          loading={tags.isPending}
          empty={
            <EmptyState
              title={t.emptyTitle}
              text={t.emptyText}
              action={addButton}
              curl={{ path: '/v1/tags', body: { name: 'vip' } }}
            />
          }
        />
      )}
      <TagDialogs act={act} onClose={() => setAct(undefined)} />
    </>
  );
}

function useTagColumns(onAct: (act: Act) => void): Column<Tag>[] {
  const t = useTexts(tagTexts);
  const ui = useTexts(uiTexts);
  const { mayChange } = useProject();
  return [
    { key: 'name', header: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { key: 'people', header: t.subscribers, tight: true, cell: ({ subscribers }) => t.people(subscribers) },
    { key: 'created', header: t.created, tight: true, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
    ...(mayChange
      ? [
          {
            key: 'acts',
            header: t.actsColumn,
            tight: true,
            cell: (tag: Tag) => (
              <RowMenu
                label={t.acts(tag.name)}
                items={[
                  { label: t.rename, act: () => onAct({ kind: 'rename', tag }) },
                  { label: ui.remove, danger: true, act: () => onAct({ kind: 'remove', tag }) },
                ]}
              />
            ),
          },
        ]
      : []),
  ];
}

function TagDialogs({ act, onClose }: { act: Act | undefined; onClose: () => void }) {
  const t = useTexts(tagTexts);
  const ui = useTexts(uiTexts);
  const acts = useTagActs();
  const done = (words: string) => () => {
    onClose();
    toast(words);
  };
  if (act === undefined) return null;
  if (act.kind === 'create') {
    return <TagForm title={t.add} submit={ui.create} act={acts.create} onDone={done(t.made)} onClose={onClose} />;
  }
  const { name, subscribers } = act.tag;
  if (act.kind === 'rename') {
    return (
      <TagForm
        name={name}
        title={t.renameTitle(name)}
        hint={t.renameHint}
        submit={t.rename}
        act={(to) => acts.rename(name, to)}
        onDone={done(t.renamed)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      danger
      opened
      onClose={onClose}
      title={t.removeTitle(name)}
      confirm={ui.remove}
      act={async () => {
        await acts.remove(name);
        toast(t.removed);
      }}
    >
      {t.removeText(subscribers)}
    </ConfirmDialog>
  );
}
