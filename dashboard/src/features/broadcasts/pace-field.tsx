import { NumberInput } from '@mantine/core';
import { useTexts } from '#lang/language-context.tsx';
import { broadcastTexts } from './texts.ts';

type PaceFieldProps = { value: number | undefined; onChange: (value: number | undefined) => void };

export function PaceField({ value, onChange }: PaceFieldProps) {
  const t = useTexts(broadcastTexts).new;
  return (
    <NumberInput
      label={t.pace}
      description={t.paceHint}
      min={1}
      max={60_000}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=" "
      hideControls
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? undefined : Number(next))}
    />
  );
}
