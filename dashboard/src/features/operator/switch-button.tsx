import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { type OperatorProject, useChangeProject } from './operator-api.ts';
import { operatorTexts } from './texts.ts';

export function SwitchButton({ project }: { project: OperatorProject }) {
  const t = useTexts(operatorTexts).project;
  const change = useChangeProject();
  const [asking, setAsking] = useState(false);
  const { name } = project;
  const isOn = project.status === 'active';
  const words = isOn
    ? { verb: t.off, title: t.offTitle(name), text: t.offText, done: t.offDone }
    : { verb: t.on, title: t.onTitle(name), text: t.onText, done: t.onDone };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.verb}
      </Button>
      <ConfirmDialog
        danger={isOn}
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.title}
        confirm={words.verb}
        act={async () => {
          await change(project.project_id, { status: isOn ? 'inactive' : 'active' });
          toast(words.done);
        }}
      >
        {words.text}
      </ConfirmDialog>
    </>
  );
}
