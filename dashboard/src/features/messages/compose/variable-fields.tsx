import { TextInput } from '@mantine/core';
import { useTexts } from '#lang/language-context.tsx';
import { composeTexts } from './compose-texts.ts';
import styles from './fields.module.css';

type VariableFieldsProps = {
  names: string[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
  hint?: string;
};

/** One field for each variable in use; nothing where there is none. */
export function VariableFields({ names, values, onChange, hint }: VariableFieldsProps) {
  const t = useTexts(composeTexts);
  if (names.length === 0) return null;
  return (
    <fieldset className={styles['group']}>
      <legend>{t.vars}</legend>
      <p className="soft small">{hint ?? t.varsHint}</p>
      <div className={styles['pairs']}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={<span className="mono">{name}</span>}
            value={values[name] ?? ''}
            onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
