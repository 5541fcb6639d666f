import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toast.ts';
import { type OperatorProject, projectUsageQuery, useChangeProject } from './operator-api.ts';
import { operatorTexts } from './texts.ts';

const MOST = 1_000_000_000;

export function CreditsSection({ project }: { project: OperatorProject }) {
  const t = useTexts(operatorTexts).project;
  const format = useFormat();
  const { data: usage } = useQuery(projectUsageQuery(project.project_id));
  const [adding, setAdding] = useState(false);
  const credits = usage?.credits;
  return (
    <Section
      title={t.credits}
      action={
        <Button variant="default" onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      }
    >
      {credits && (
        <>
          <p className="numbers">
            {credits.balance === null
              ? t.noCredits(format.number(credits.used))
              : t.left(format.number(credits.balance), format.number(credits.used))}
          </p>
          {credits.blocked && <p>{t.blocked}</p>}
          {!credits.blocked && credits.grace_until !== null && <p>{t.grace(format.dateTime(credits.grace_until))}</p>}
        </>
      )}
      {adding && <AddCreditsDialog project={project} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function AddCreditsDialog({ project, onClose }: { project: OperatorProject; onClose: () => void }) {
  const t = useTexts(operatorTexts).project;
  const change = useChangeProject();
  const [count, setCount] = useState<number | string>(1000);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.add}
      submit={t.add}
      disabled={!(Number(count) >= 1)}
      act={() => change(project.project_id, { add_credits: Number(count) })}
      onDone={() => {
        onClose();
        toast(t.added(Number(count)));
      }}
    >
      <p className="soft">{t.addText}</p>
      <NumberInput
        label={t.addLabel}
        required
        min={1}
        max={MOST}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=" "
        hideControls
        value={count}
        onChange={setCount}
        data-autofocus
      />
    </FormDialog>
  );
}
