import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CHANNELS, type Channel } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Section } from '#ui/section.tsx';
import { uiTexts } from '#ui/texts.ts';
import { pickText } from '../../../../server/src/templates/texts.ts';
import { EMPTY_COMPOSITION, previewBody } from '../messages/compose/composition.ts';
import styles from '../messages/compose/composition-preview.module.css';
import { PhonePreview } from '../messages/compose/phone-preview.tsx';
import { usePreview } from '../messages/compose/preview-api.ts';
import { type TemplateDraft, writtenTexts } from './template-draft.ts';
import { templateTexts } from './texts.ts';

type TemplatePreviewProps = { draft: TemplateDraft; vars: Record<string, string> };

/** As it is written now, saved or not: what a speaker of each language would get. */
export function TemplatePreview({ draft, vars }: TemplatePreviewProps) {
  const t = useTexts(templateTexts);
  const ui = useTexts(uiTexts);
  const [channel, setChannel] = useState<Channel>('telegram');
  const ru = useTextPreview(draft, vars, 'ru');
  const en = useTextPreview(draft, vars, 'en');
  const error = ru.error ?? en.error;
  const isEmpty = Object.keys(writtenTexts(draft)).length === 0;
  return (
    <Section
      title={t.preview}
      action={
        <SegmentedControl
          size="xs"
          aria-label={t.messenger}
          value={channel}
          onChange={setChannel}
          data={CHANNELS.map((value) => ({ value, label: ui.channel[value] }))}
        />
      }
    >
      {error !== undefined && <ErrorNote error={error} />}
      {isEmpty && <p className="soft">{t.previewEmpty}</p>}
      <div className={styles['phones']} data-refused={error !== undefined}>
        <PhonePreview channel={channel} preview={ru.previews[0]} whose={t.whose.ru} />
        <PhonePreview channel={channel} preview={en.previews[0]} whose={t.whose.en} />
      </div>
    </Section>
  );
}

function useTextPreview(draft: TemplateDraft, vars: Record<string, string>, lang: 'ru' | 'en') {
  const texts = writtenTexts(draft);
  const isWritten = Object.keys(texts).length > 0;
  return usePreview(
    isWritten
      ? { ...previewBody({ ...EMPTY_COMPOSITION, text: pickText(texts, lang), format: draft.format, vars }), lang }
      : undefined,
  );
}
