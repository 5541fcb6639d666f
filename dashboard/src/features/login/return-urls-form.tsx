import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { SaveForm } from '#ui/save-form.tsx';
import { ReturnUrlFields, useReturnUrls } from '../settings/return-url-fields.tsx';
import { type ProjectSettings, useChangeSettings } from '../settings/settings-api.ts';
import { loginTexts } from './texts.ts';

export function ReturnUrlsForm({ settings }: { settings: ProjectSettings }) {
  const t = useTexts(loginTexts).urls;
  const { mayChange } = useProject();
  const save = useChangeSettings();
  const urls = useReturnUrls(settings);
  const changed = Object.keys(urls.change).length > 0;
  return (
    <SaveForm title={t.title} mayChange={mayChange} wide changed={changed} act={() => save(urls.change)}>
      <ReturnUrlFields urls={urls} texts={t} mayChange={mayChange} />
    </SaveForm>
  );
}
