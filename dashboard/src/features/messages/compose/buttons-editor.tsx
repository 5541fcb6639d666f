import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useTexts } from '#lang/language-context.tsx';
import { Icon } from '#ui/icons.tsx';
import { addButton, changeButton, MOST_IN_ROW, MOST_ROWS, removeButton } from './button-rows.ts';
import { composeTexts } from './compose-texts.ts';
import type { ButtonDraft } from './composition.ts';
import styles from './fields.module.css';

type ButtonsEditorProps = { value: ButtonDraft[][]; onChange: (rows: ButtonDraft[][]) => void };

export function ButtonsEditor({ value: rows, onChange }: ButtonsEditorProps) {
  const t = useTexts(composeTexts);
  return (
    <fieldset className={styles['group']}>
      <legend>{t.buttons}</legend>
      <p className="soft small">{t.buttonsHint}</p>
      {rows.map((row, at) => (
        <div key={row[0]?.key} className={styles['row']}>
          {row.map((button, column) => (
            <ButtonFields
              key={button.key}
              button={button}
              name={t.button(at + 1, column + 1)}
              onChange={(change) => onChange(changeButton(rows, button.key, change))}
              onRemove={() => onChange(removeButton(rows, button.key))}
            />
          ))}
          {row.length < MOST_IN_ROW && (
            <Group>
              <AddButton label={t.addButton} onClick={() => onChange(addButton(rows, at))} />
            </Group>
          )}
        </div>
      ))}
      {rows.length < MOST_ROWS && (
        <Group>
          <AddButton label={rows.length === 0 ? t.addButton : t.addRow} onClick={() => onChange(addButton(rows))} />
        </Group>
      )}
    </fieldset>
  );
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
      {label}
    </Button>
  );
}

type ButtonFieldsProps = {
  button: ButtonDraft;
  name: string;
  onChange: (change: Partial<ButtonDraft>) => void;
  onRemove: () => void;
};

function ButtonFields({ button, name, onChange, onRemove }: ButtonFieldsProps) {
  const t = useTexts(composeTexts);
  const { text, does, value } = button;
  const valueLabel = does === 'url' ? t.buttonUrl : t.buttonData;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid row with its legend hidden
    <div className={styles['button']} role="group" aria-label={name}>
      <TextInput
        label={t.buttonText}
        value={text}
        maxLength={64}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <NativeSelect
        label={t.buttonDoes}
        value={does}
        onChange={(event) => onChange({ does: event.currentTarget.value === 'url' ? 'url' : 'callback_data' })}
        data={[
          { value: 'url', label: t.does.url },
          { value: 'callback_data', label: t.does.callback_data },
        ]}
      />
      <TextInput
        label={valueLabel}
        value={value}
        placeholder={does === 'url' ? 'https://example.com' : 'order:42:confirm'}
        {...(does === 'callback_data' && { title: t.buttonDataHint })}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <ActionIcon aria-label={t.removeButton(name)} onClick={onRemove}>
        <Icon name="close" size={16} />
      </ActionIcon>
    </div>
  );
}
