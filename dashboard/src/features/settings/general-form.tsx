import { Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { SaveForm } from '#ui/save-form.tsx';
import { type ProjectSettings, type SettingsChange, useChangeSettings } from './settings-api.ts';
import { settingsTexts } from './texts.ts';

export function GeneralForm({ settings }: { settings: ProjectSettings }) {
  const t = useTexts(settingsTexts);
  const { mayChange, project } = useProject();
  const save = useChangeSettings();
  const [name, setName] = useState(settings.name);
  const [callback, setCallback] = useState(settings.callback_url ?? '');
  const [redirects, setRedirects] = useState(settings.redirect_uris.join('\n'));
  const change = changeOf(settings, { name, callback, redirects });
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
      <TextInput
        label={t.callback}
        description={t.callbackHint}
        placeholder="https://example.com/login/callback"
        type="url"
        readOnly={!mayChange}
        value={callback}
        onChange={(event) => setCallback(event.currentTarget.value)}
      />
      <Textarea
        label={t.redirects}
        description={t.redirectsHint}
        rows={2}
        readOnly={!mayChange}
        value={redirects}
        onChange={(event) => setRedirects(event.currentTarget.value)}
      />
      <p>
        <Link to="/p/$slug/login" params={{ slug: project.slug }}>
          {t.look}
        </Link>
      </p>
    </SaveForm>
  );
}

/** Only what differs is sent, so that the audit trail names what was changed. */
function changeOf(
  settings: ProjectSettings,
  form: { name: string; callback: string; redirects: string },
): SettingsChange {
  const name = form.name.trim();
  const callback_url = form.callback.trim() === '' ? null : form.callback.trim();
  const redirect_uris = form.redirects.split(/\s+/).filter((line) => line !== '');
  return {
    ...(name !== settings.name && { name }),
    ...(callback_url !== settings.callback_url && { callback_url }),
    ...(redirect_uris.join('\n') !== settings.redirect_uris.join('\n') && { redirect_uris }),
  };
}
