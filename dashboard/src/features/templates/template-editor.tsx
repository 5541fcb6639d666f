import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Facts, Section } from '#ui/section.tsx';
import { FormatChoice } from '../messages/compose/format-choice.tsx';
import { FormatHint } from '../messages/compose/format-hint.tsx';
import { TextField } from '../messages/compose/text-field.tsx';
import { VariableFields } from '../messages/compose/variable-fields.tsx';
import { TEXT_KEYS, type Template, type TemplateWish } from './template-api.ts';
import { draftOf, EMPTY_DRAFT, isSame, usedVariables, wishOf } from './template-draft.ts';
import styles from './template-editor.module.css';
import { TemplatePreview } from './template-preview.tsx';
import { templateTexts } from './texts.ts';

type TemplateEditorProps = {
  /** Undefined: a new one. */
  template?: Template;
  submit: string;
  act: (key: string, wish: TemplateWish) => Promise<Template>;
  onDone: (template: Template) => void;
  /** Beside the submit button. */
  children?: ReactNode;
};

/** Texts on the left, what becomes of them on the right. Mounted anew for each template. */
export function TemplateEditor({ template, submit, act, onDone, children }: TemplateEditorProps) {
  const t = useTexts(templateTexts);
  const { mayChange } = useProject();
  const before = template === undefined ? EMPTY_DRAFT : draftOf(template);
  const [key, setKey] = useState(template?.key ?? '');
  const [draft, setDraft] = useState(before);
  const [vars, setVars] = useState<Record<string, string>>({});
  const save = useMutation({ mutationFn: () => act(key.trim(), wishOf(draft)), onSuccess: onDone });
  const used = usedVariables(draft);
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <div className={styles['columns']}>
      <form onSubmit={send}>
        <Stack>
          {template === undefined && (
            <TextInput
              label={t.key}
              description={t.keyHint}
              placeholder="order.shipped"
              required
              maxLength={64}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
          )}
          <FormatChoice
            value={draft.format}
            onChange={(format) => setDraft({ ...draft, format })}
            disabled={!mayChange}
          />
          <p className="soft small">
            <FormatHint format={draft.format} />
          </p>
          {TEXT_KEYS.map((name) => (
            <TextField
              key={name}
              label={t.texts[name]}
              description={t.textHints[name]}
              rows={name === 'fallback' ? 3 : 5}
              disabled={!mayChange}
              value={draft.texts[name]}
              onChange={(text) => setDraft({ ...draft, texts: { ...draft.texts, [name]: text } })}
            />
          ))}
          {save.isError && <ErrorNote error={save.error} />}
          <Group>
            {mayChange && (
              <Button type="submit" loading={save.isPending} disabled={key.trim() === '' || isSame(draft, before)}>
                {submit}
              </Button>
            )}
            {children}
          </Group>
        </Stack>
      </form>
      <div>
        <TemplatePreview draft={draft} vars={vars} />
        <Section title={t.used}>
          <UsedVariables own={used.own} builtIn={used.builtIn} />
        </Section>
        <VariableFields names={used.own} values={vars} onChange={setVars} hint={t.samples} />
      </div>
    </div>
  );
}

function UsedVariables({ own, builtIn }: { own: string[]; builtIn: string[] }) {
  const t = useTexts(templateTexts);
  if (own.length + builtIn.length === 0) return <p className="soft">{t.usedNone}</p>;
  const list = (names: string[]) => (names.length === 0 ? undefined : <span className="mono">{names.join(', ')}</span>);
  return <Facts facts={{ [t.usedOwn]: list(own), [t.usedBuiltIn]: list(builtIn) }} />;
}
