import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#api/browser-client.ts';
import { meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useKnownProjects } from '#shell/use-known-projects.ts';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { suggestSlug } from './suggest-slug.ts';
import { projectsTexts } from './texts.ts';

export function ProjectsPage() {
  const t = useTexts(projectsTexts);
  const projects = useKnownProjects();
  const [creating, setCreating] = useState(false);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={projects.length > 0 && create} />
      <DataTable
        label={t.title}
        rows={projects}
        rowKey={({ project_id }) => project_id}
        rowLink={({ slug }) => ({ to: '/p/$slug/overview', params: { slug } })}
        columns={[
          { key: 'name', header: t.name, cell: ({ name }) => name },
          { key: 'slug', header: t.slug, cell: ({ slug }) => <span className="mono">{slug}</span> },
          { key: 'plan', header: t.plan, cell: ({ plan }) => t.plans[plan] },
          { key: 'role', header: t.role, cell: ({ role }) => t.roles[role] },
          {
            key: 'status',
            header: t.status,
            cell: ({ status }) => (
              <StatusBadge tone={status === 'active' ? 'good' : 'quiet'}>{t.statuses[status]}</StatusBadge>
            ),
          },
        ]}
        empty={<EmptyState title={t.emptyTitle} text={t.emptyText} action={create} />}
      />
      <NewProjectDialog opened={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function NewProjectDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTexts(projectsTexts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [ownSlug, setOwnSlug] = useState<string>();
  const slug = ownSlug ?? suggestSlug(name);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t.create}
      submit={t.create}
      disabled={name.trim() === ''}
      act={() => callApi<{ slug: string }>('/dashboard/api/projects', { method: 'POST', body: { name, slug } })}
      onDone={async (created) => {
        await queries.invalidateQueries({ queryKey: meQuery.queryKey });
        onClose();
        await navigate({ to: '/p/$slug/overview', params: { slug: created.slug } });
      }}
    >
      <TextInput
        label={t.name}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t.slug}
        description={t.slugHint}
        required
        pattern="[a-z0-9\-]{3,32}"
        value={slug}
        onChange={(event) => setOwnSlug(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
