import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ProjectSettings, SettingsChange } from './settings-api.ts';

/** Where people return to after a login, as it is being edited. */
export function useReturnUrls(settings: ProjectSettings) {
  const [callback, setCallback] = useState(settings.callback_url ?? '');
  const [redirects, setRedirects] = useState(settings.redirect_uris.join('\n'));
  const callback_url = callback.trim() === '' ? null : callback.trim();
  const redirect_uris = redirects.split(/\s+/).filter((line) => line !== '');
  // Only what differs is sent, so that the audit trail names what was changed.
  const change: SettingsChange = {
    ...(callback_url !== settings.callback_url && { callback_url }),
    ...(redirect_uris.join('\n') !== settings.redirect_uris.join('\n') && { redirect_uris }),
  };
  return { callback, setCallback, redirects, setRedirects, change };
}

type ReturnUrlFieldsProps = {
  urls: ReturnType<typeof useReturnUrls>;
  texts: { callback: string; callbackHint: string; redirects: string; redirectsHint: string };
  mayChange: boolean;
};

export function ReturnUrlFields({ urls, texts, mayChange }: ReturnUrlFieldsProps) {
  return (
    <>
      <TextInput
        label={texts.callback}
        description={texts.callbackHint}
        placeholder="https://example.com/login/callback"
        type="url"
        readOnly={!mayChange}
        value={urls.callback}
        onChange={(event) => urls.setCallback(event.currentTarget.value)}
      />
      <Textarea
        label={texts.redirects}
        description={texts.redirectsHint}
        rows={2}
        readOnly={!mayChange}
        value={urls.redirects}
        onChange={(event) => urls.setRedirects(event.currentTarget.value)}
      />
    </>
  );
}
