import { Checkbox, Group } from '@mantine/core';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { toastError } from '#ui/toast.ts';
import { type Subscriber, subscriberQuery, useSubscriberActs } from './subscriber-api.ts';
import { subscriberTexts } from './texts.ts';

type Mark = { name: string; label: string };
type MarksEditorProps = { subscriber: Subscriber; field: 'tags' | 'permissions'; marks: Mark[] };

/**
 * Boxes that change at once and say while they are being saved. Changes of one person go out one after another, each with
 * what was ticked by then; after a refusal the boxes show again what the server has.
 */
export function MarksEditor({ subscriber, field, marks }: MarksEditorProps) {
  const t = useTexts(subscriberTexts).panel;
  const project = useProject();
  const queries = useQueryClient();
  const acts = useSubscriberActs();
  const { subscriber_id: id } = subscriber;
  const one = subscriberQuery(project, id).queryKey;
  const mutationKey = [...project.key, 'marks', id, field];
  const save = useMutation({
    mutationKey,
    scope: { id: `marks of ${id}` },
    mutationFn: (names: string[]) => acts.change(id, { [field]: names }),
    onError: async (error) => {
      toastError(error);
      await queries.invalidateQueries({ queryKey: one });
    },
  });
  const waiting = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables,
  });
  const wished = waiting.at(-1) as string[] | undefined;
  const shown = wished ?? subscriber[field];
  const toggle = (name: string) =>
    save.mutate(shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]);
  return (
    <>
      <Group gap="lg">
        {marks.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={shown.includes(name)}
            disabled={!project.mayChange}
            onChange={() => toggle(name)}
          />
        ))}
      </Group>
      <p className="soft small" role="status">
        {wished === undefined ? ' ' : t.saving}
      </p>
    </>
  );
}
