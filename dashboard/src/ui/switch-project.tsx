import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { nameTexts } from './name-texts.ts';
import { toast } from './toast.ts';

type Status = 'active' | 'inactive';

type SwitchProjectProps = {
  project: { name: string; status: Status };
  change: (status: Status) => Promise<unknown>;
};

/** For the operator: switches a project off or on, and asks before. */
export function SwitchProject({ project: { name, status }, change }: SwitchProjectProps) {
  const t = useTexts(nameTexts);
  const other = status === 'active' ? 'inactive' : 'active';
  // What was asked for stays the same in the dialog while the project changes behind it.
  const [wish, setWish] = useState<Status>(other);
  const [asking, setAsking] = useState(false);
  const words = t.switch[wish];
  const ask = () => {
    setWish(other);
    setAsking(true);
  };
  return (
    <>
      <Button variant="default" onClick={ask}>
        {t.switch[other].verb}
      </Button>
      <ConfirmDialog
        danger={wish === 'inactive'}
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.title(name)}
        confirm={words.verb}
        act={async () => {
          await change(wish);
          toast(words.done);
        }}
      >
        {words.text}
      </ConfirmDialog>
    </>
  );
}
