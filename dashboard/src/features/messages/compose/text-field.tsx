import { Button, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { BUILT_INS } from '../../../../../server/src/templates/variables.ts';
import { composeTexts } from './compose-texts.ts';
import type { Format } from './composition.ts';
import { FormatHint } from './format-hint.tsx';
import styles from './text-field.module.css';

/** What goes out may have so many UTF-16 units; the server counts for good. */
const MOST = 4_000;

type TextFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** As the server has counted it, variables filled in; until then what is written counts. */
  length?: number | undefined;
  /** Whose hint to show; none where it stands elsewhere. */
  format?: Format | undefined;
  description?: string;
  required?: boolean;
  disabled?: boolean;
  rows?: number;
};

/** A text with variables: buttons put one where the cursor is. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, length = value.length, format, description, required, disabled, rows = 7 } = props;
  const t = useTexts(composeTexts);
  const numbers = useFormat();
  const area = useRef<HTMLTextAreaElement>(null);

  const insert = (name: string) => {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = area.current ?? {};
    const variable = `{{ ${name} }}`;
    onChange(value.slice(0, from) + variable + value.slice(to));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + variable.length, from + variable.length);
    });
  };
  const tooMany = length - MOST;
  return (
    <div>
      <Textarea
        ref={area}
        label={label}
        description={format === undefined ? description : <FormatHint format={format} />}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        rows={rows}
        resize="vertical"
        required={required ?? false}
        disabled={disabled ?? false}
      />
      <div className={styles['foot']}>
        <fieldset className={styles['insert']}>
          <legend>{t.insert}</legend>
          {BUILT_INS.map((name) => (
            <Button
              key={name}
              size="compact-sm"
              variant="default"
              disabled={disabled ?? false}
              title={`{{ ${name} }}`}
              onClick={() => insert(name)}
            >
              {t.builtIns[name]}
            </Button>
          ))}
        </fieldset>
        <span className={`numbers ${styles['count']}`} data-over={tooMany > 0}>
          {t.count(numbers.number(length), numbers.number(MOST))}
          {tooMany > 0 && `, ${t.tooLong(numbers.number(tooMany))}`}
        </span>
      </div>
    </div>
  );
}
