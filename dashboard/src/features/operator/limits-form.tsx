import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { Section } from '#ui/section.tsx';
import { uiTexts } from '#ui/texts.ts';
import { toast } from '#ui/toast.ts';
import { changedLimits, type LimitFields } from './changed-limits.ts';
import { type OperatorProject, useChangeProject } from './operator-api.ts';
import { operatorTexts } from './texts.ts';

export function LimitsForm({ project }: { project: OperatorProject }) {
  const t = useTexts(operatorTexts).project;
  const ui = useTexts(uiTexts);
  const names: Record<string, string> = useTexts(nameTexts).limits;
  const change = useChangeProject();
  const [typed, setTyped] = useState<LimitFields>({});
  const limits = changedLimits(project.limits, typed);
  const save = useMutation({
    mutationFn: () => change(project.project_id, { limits }),
    onSuccess: () => {
      setTyped({});
      toast(t.limitsSaved);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Section title={t.limits}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <p className="soft small">{t.limitsHint}</p>
          {Object.entries(project.limits).map(([name, value]) => (
            <NumberInput
              key={name}
              label={names[name] ?? name}
              placeholder={value === null ? t.noCap : ''}
              min={1}
              allowDecimal={false}
              allowNegative={false}
              thousandSeparator=" "
              hideControls
              value={typed[name] ?? value ?? ''}
              onChange={(next) => setTyped((before) => ({ ...before, [name]: next }))}
            />
          ))}
          {save.isError && <ErrorNote error={save.error} />}
          <Group>
            <Button type="submit" disabled={Object.keys(limits).length === 0} loading={save.isPending}>
              {ui.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
