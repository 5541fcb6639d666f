import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { composeTexts } from './compose-texts.ts';
import { FORMATS, type Format } from './composition.ts';

type FormatChoiceProps = { value: Format; onChange: (value: Format) => void; disabled?: boolean };

export function FormatChoice({ value, onChange, disabled = false }: FormatChoiceProps) {
  const t = useTexts(composeTexts);
  const id = useId();
  return (
    <div>
      <Input.Label id={id} labelElement="div" display="block">
        {t.format}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        value={value}
        onChange={onChange}
        disabled={disabled}
        data={FORMATS.map((format) => ({ value: format, label: t.formats[format] }))}
      />
    </div>
  );
}
