import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { SaveForm } from '#ui/save-form.tsx';
import { type ProjectSettings, useChangeSettings } from '../settings/settings-api.ts';
import { loginTexts } from './texts.ts';

export function ReturnUrlsForm({ settings }: { settings: ProjectSettings }) {
  const t = useTexts(loginTexts).urls;
  const { mayChange } = useProject();
  const change = useChangeSettings();
  const [callback, setCallback] = useState(settings.callback_url ?? '');
  const [redirects, setRedirects] = useState(settings.redirect_uris.join('\n'));
  const callback_url = callback.trim() === '' ? null : callback.trim();
  const redirect_uris = redirects.split(/\s+/).filter((line) => line !== '');
  const changed =
    callback_url !== settings.callback_url || redirect_uris.join('\n') !== settings.redirect_uris.join('\n');
  return (
    <SaveForm
      title={t.title}
      mayChange={mayChange}
      wide
      changed={changed}
      act={() => change({ callback_url, redirect_uris })}
    >
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
    </SaveForm>
  );
}
