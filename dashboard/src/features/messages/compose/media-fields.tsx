import { NativeSelect, TextInput } from '@mantine/core';
import { useTexts } from '#lang/language-context.tsx';
import { composeTexts } from './compose-texts.ts';
import { type Composition, MEDIA_TYPES } from './composition.ts';
import styles from './fields.module.css';

type MediaFieldsProps = { value: Composition['media']; onChange: (value: Composition['media']) => void };

export function MediaFields({ value, onChange }: MediaFieldsProps) {
  const t = useTexts(composeTexts);
  const choose = (chosen: string) => {
    const type = MEDIA_TYPES.find((one) => one === chosen);
    onChange(type && { type, url: value?.url ?? '' });
  };
  return (
    <div className={styles['media']}>
      <NativeSelect
        label={t.media}
        value={value?.type ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: t.noMedia },
          ...MEDIA_TYPES.map((type) => ({ value: type, label: t.mediaTypes[type] })),
        ]}
      />
      {value !== undefined && (
        <TextInput
          label={t.mediaUrl}
          description={t.mediaHint}
          type="url"
          inputMode="url"
          placeholder="https://example.com/photo.jpg"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value.url}
          onChange={(event) => onChange({ ...value, url: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
