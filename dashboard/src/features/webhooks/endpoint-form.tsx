import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { type EventChoice, EventPicker } from './event-picker.tsx';
import { webhookTexts } from './texts.ts';
import type { Endpoint, EndpointWish } from './webhook-api.ts';

type EndpointFormProps<Result> = {
  /** Undefined: a new one. */
  endpoint?: Endpoint;
  onClose: () => void;
  title: string;
  submit: string;
  act: (wish: EndpointWish) => Promise<Result>;
  onDone: (result: Result) => void;
};

/** Shown while it is mounted: a new mount begins with what the endpoint is now. */
export function EndpointForm<Result>({ endpoint, onClose, title, submit, act, onDone }: EndpointFormProps<Result>) {
  const t = useTexts(webhookTexts).endpoints;
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [choice, setChoice] = useState<EventChoice>({
    all: endpoint === undefined || endpoint.events.length === 0,
    events: endpoint?.events ?? [],
  });
  const nothingChosen = !choice.all && choice.events.length === 0;
  const wish: EndpointWish = {
    url: url.trim(),
    // To the API an empty list means all.
    events: choice.all ? [] : choice.events,
    description: description.trim() === '' ? null : description.trim(),
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      submit={submit}
      size="lg"
      disabled={nothingChosen}
      act={() => act(wish)}
      onDone={onDone}
    >
      <TextInput
        label={t.url}
        description={t.urlHint}
        placeholder="https://example.com/webhooks"
        type="url"
        inputMode="url"
        required
        maxLength={2048}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
      <EventPicker value={choice} onChange={setChoice} />
      {nothingChosen && <p className="small soft">{t.pickNone}</p>}
      <Textarea
        label={t.description}
        description={t.descriptionHint}
        rows={2}
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
