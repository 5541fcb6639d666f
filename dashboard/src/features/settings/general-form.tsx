import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { SaveForm } from '#ui/save-form.tsx';
import { ReturnUrlFields, useReturnUrls } from './return-url-fields.tsx';
import { type ProjectSettings, type SettingsChange, useChangeSettings } from './settings-api.ts';
import { settingsTexts } from './texts.ts';

export function GeneralForm({ settings }: { settings: ProjectSettings }) {
  const t = useTexts(settingsTexts);
  const { mayChange, project } = useProject();
  const save = useChangeSettings();
  const [name, setName] = useState(settings.name);
  const urls = useReturnUrls(settings);
  const change: SettingsChange = { ...(name.trim() !== settings.name && { name: name.trim() }), ...urls.change };
  return (
    <SaveForm title={t.general} mayChange={mayChange} changed={Object.keys(change).length > 0} act={() => save(change)}>
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={100}
        readOnly={!mayChange}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ReturnUrlFields urls={urls} texts={t} mayChange={mayChange} />
      <p>
        <Link to="/p/$slug/login" params={{ slug: project.slug }}>
          {t.look}
        </Link>
      </p>
    </SaveForm>
  );
}
