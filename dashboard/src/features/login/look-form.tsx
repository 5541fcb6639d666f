import { ColorInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { SaveForm } from '#ui/save-form.tsx';
import { type Look, type ProjectSettings, useChangeSettings } from '../settings/settings-api.ts';
import styles from './look-form.module.css';
import { PagePreview } from './page-preview.tsx';
import { loginTexts } from './texts.ts';

const FIELDS = ['display_name', 'logo_url', 'accent_color'] as const;
const SWATCHES = ['#7a1f36', '#0b6e4f', '#235a8c', '#6b3df0', '#b98a2f', '#241a1c'];

/** The look of the hosted page, with what it comes to beside it. */
export function LookForm({ settings }: { settings: ProjectSettings }) {
  const t = useTexts(loginTexts).page;
  const { mayChange, project } = useProject();
  const { data: me } = useQuery(meQuery);
  const change = useChangeSettings();
  const [look, setLook] = useState<Look>(settings.look);
  const set = (field: keyof Look, value: string) => setLook((before) => ({ ...before, [field]: value }));
  const wish = Object.fromEntries(FIELDS.map((field) => [field, look[field]?.trim() || null]));
  const changed = FIELDS.some((field) => wish[field] !== (settings.look[field] ?? null));
  const address = `${me?.base_url ?? ''}/login/${project.slug}`;
  return (
    <SaveForm
      title={t.title}
      text={t.text}
      mayChange={mayChange}
      wide
      changed={changed}
      act={() => change({ look: wish })}
    >
      <div className={styles['sides']}>
        <div className={styles['fields']}>
          <div className={styles['address']}>
            <a href={address} target="_blank" rel="noreferrer" className="mono">
              {address}
            </a>
            <CopyButton value={address} what={t.address} />
          </div>
          <TextInput
            label={t.name}
            description={t.nameHint}
            placeholder={settings.name}
            maxLength={100}
            readOnly={!mayChange}
            value={look.display_name ?? ''}
            onChange={(event) => set('display_name', event.currentTarget.value)}
          />
          <TextInput
            label={t.logo}
            description={t.logoHint}
            type="url"
            placeholder="https://example.com/logo.svg"
            maxLength={2048}
            readOnly={!mayChange}
            value={look.logo_url ?? ''}
            onChange={(event) => set('logo_url', event.currentTarget.value)}
          />
          <ColorInput
            label={t.accent}
            description={t.accentHint}
            format="hex"
            swatches={SWATCHES}
            withEyeDropper={false}
            readOnly={!mayChange}
            value={look.accent_color ?? ''}
            onChange={(value) => set('accent_color', value)}
          />
        </div>
        <PagePreview
          name={look.display_name?.trim() || settings.name}
          accent={look.accent_color}
          hasLogo={Boolean(look.logo_url?.trim())}
        />
      </div>
    </SaveForm>
  );
}
