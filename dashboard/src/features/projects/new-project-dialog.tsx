import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#api/browser-client.ts';
import { meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { KeyOnce } from '#ui/key-once.tsx';
import { ProjectNameFields } from '#ui/project-name-fields.tsx';
import { projectsTexts } from './texts.ts';

type Created = { slug: string; api_key: string };

/** A project of one's own; its first key is shown before going there. Shown while it is mounted. */
export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(projectsTexts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [wish, setWish] = useState({ name: '', slug: '' });
  const [created, setCreated] = useState<Created>();
  const goThere = async ({ slug }: Created) => {
    onClose();
    await navigate({ to: '/p/$slug/overview', params: { slug } });
  };
  if (created !== undefined) {
    return <KeyOnce apiKey={created.api_key} title={t.ready} name={t.key} onClose={() => void goThere(created)} />;
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.create}
      submit={t.create}
      disabled={wish.name.trim() === ''}
      act={() => callApi<Created>('/dashboard/api/projects', { method: 'POST', body: wish })}
      onDone={async (project) => {
        setCreated(project);
        await queries.invalidateQueries({ queryKey: meQuery.queryKey });
      }}
    >
      <ProjectNameFields value={wish} onChange={setWish} />
    </FormDialog>
  );
}
