import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Plan } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { KeyOnce } from '#ui/key-once.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { ProjectNameFields } from '#ui/project-name-fields.tsx';
import { PLANS, useCreateProject } from './operator-api.ts';
import { operatorTexts } from './texts.ts';

type Created = { project_id: string; api_key: string };

/** A project without an owner, on any plan. Shown while it is mounted. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(operatorTexts).projects;
  const { plans } = useTexts(nameTexts);
  const navigate = useNavigate();
  const create = useCreateProject();
  const [name, setName] = useState({ name: '', slug: '' });
  const [plan, setPlan] = useState<Plan>('basic');
  const [created, setCreated] = useState<Created>();
  if (created !== undefined) {
    const openIt = () => {
      onClose();
      void navigate({ to: '/operator/projects/$projectId', params: { projectId: created.project_id } });
    };
    return <KeyOnce apiKey={created.api_key} title={t.ready} name={t.key} onClose={openIt} />;
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.create}
      submit={t.create}
      disabled={name.name.trim() === ''}
      act={() => create({ ...name, plan })}
      onDone={setCreated}
    >
      <p className="soft">{t.createHint}</p>
      <ProjectNameFields value={name} onChange={setName} />
      <NativeSelect label={t.plan} value={plan} onChange={(event) => setPlan(event.currentTarget.value as Plan)}>
        {PLANS.map((one) => (
          <option key={one} value={one}>
            {plans[one]}
          </option>
        ))}
      </NativeSelect>
    </FormDialog>
  );
}
