import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CHANNELS, type Channel } from '#api/me.ts';
import { useLanguage, useTexts } from '#lang/language-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Section } from '#ui/section.tsx';
import { composeTexts } from './compose-texts.ts';
import { type Composition, isEmpty, previewBody } from './composition.ts';
import styles from './composition-preview.module.css';
import { PhonePreview } from './phone-preview.tsx';
import { type Lang, type Preview, type Recipient, usePreview } from './preview-api.ts';

type CompositionPreviewProps = {
  value: Composition;
  /** Without one it is shown in both languages, to somebody invented. */
  recipient?: Recipient | undefined;
  /** Where it goes at most. */
  channels?: readonly Channel[];
};

export function useCompositionPreview(value: Composition, recipient?: Recipient) {
  const preview = usePreview(isEmpty(value) ? undefined : { ...previewBody(value), ...recipient });
  const { previews, isCurrent } = preview;
  /** Of the longest text that goes out. */
  const length = isCurrent ? Math.max(...previews.map((one) => one.length)) : undefined;
  return { ...preview, length };
}

/** Both messengers side by side. */
export function CompositionPreview({ value, recipient, channels = CHANNELS }: CompositionPreviewProps) {
  const t = useTexts(composeTexts);
  const { language } = useLanguage();
  const [lang, setLang] = useState<Lang>(language);
  const { previews, error } = useCompositionPreview(value, recipient);
  const isSample = previews[0]?.channel === null;
  return (
    <Section
      title={t.preview}
      action={
        isSample && (
          <SegmentedControl
            size="xs"
            aria-label={t.previewLang}
            value={lang}
            onChange={setLang}
            data={(['en', 'ru'] as const).map((one) => ({ value: one, label: t.langs[one] }))}
          />
        )
      }
    >
      {error !== undefined && <ErrorNote error={error} />}
      {isEmpty(value) && <p className="soft">{t.previewEmpty}</p>}
      <div className={styles['phones']} data-refused={error !== undefined}>
        {CHANNELS.map((channel) => (
          <PhonePreview key={channel} channel={channel} {...shownOn(channel)} />
        ))}
      </div>
    </Section>
  );

  function shownOn(channel: Channel): { preview: Preview | undefined; note?: string; dimmed?: boolean } {
    if (!channels.includes(channel)) return { preview: undefined, note: t.left, dimmed: true };
    if (previews.length === 0) return { preview: undefined };
    if (isSample) return { preview: previews.find((one) => one.lang === lang) };
    const [first, ...others] = previews.filter((one) => one.channel === channel);
    if (first === undefined) return { preview: undefined, note: t.notThere, dimmed: true };
    return { preview: first, ...(others.length > 0 && { note: t.more(others.length) }) };
  }
}
