import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { CHANNELS } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Section } from '#ui/section.tsx';
import { templateQuery } from '../templates/template-api.ts';
import { composeTexts } from './compose/compose-texts.ts';
import { type Composition, compositionBody, EMPTY_COMPOSITION, isEmpty } from './compose/composition.ts';
import { CompositionFields } from './compose/composition-fields.tsx';
import { CompositionPreview, useCompositionPreview } from './compose/composition-preview.tsx';
import styles from './new-message-page.module.css';
import { type RecipientDraft, recipientBody, recipientOf } from './recipient.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { SendResult } from './send-result.tsx';
import { messageTexts } from './texts.ts';
import { useSend } from './use-send.ts';

export function NewMessagePage() {
  const t = useTexts(messageTexts).compose;
  const { what } = useTexts(composeTexts);
  const { mayChange } = useProject();
  const [recipient, setRecipient] = useRecipientOfAddress();
  const [composition, setComposition] = useCompositionOfAddress();
  const to = recipientOf(recipient);
  const { length } = useCompositionPreview(composition, to);
  const send = useSend();
  const missing = to === undefined ? t.nobody : isEmpty(composition) ? t.nothing : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate({ ...recipientBody(recipient), ...compositionBody(composition) });
  };
  const another = () => {
    send.reset();
    setComposition(EMPTY_COMPOSITION);
  };
  const allChannels = recipient.by === 'person' || recipient.channels.length === 0;
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} />
      <div className={styles['columns']}>
        {send.data === undefined ? (
          <form onSubmit={submit} className={styles['form']}>
            <Section title={t.recipient}>
              <RecipientFields value={recipient} onChange={setRecipient} />
            </Section>
            <Section title={what}>
              <CompositionFields value={composition} onChange={setComposition} length={length} />
            </Section>
            {send.isError && <ErrorNote error={send.error} />}
            <Group>
              <Button
                type="submit"
                leftSection={<Icon name="send" size={16} />}
                loading={send.isPending}
                disabled={!mayChange || missing !== undefined}
              >
                {t.send}
              </Button>
              <span className="soft small">{mayChange ? missing : t.viewer}</span>
            </Group>
          </form>
        ) : (
          <SendResult answer={send.data} onAnother={another} />
        )}
        <div className={styles['preview']}>
          <CompositionPreview
            value={composition}
            recipient={to}
            channels={allChannels ? CHANNELS : recipient.channels}
          />
        </div>
      </div>
    </>
  );
}

/** `?to=sub_…`: whoever leads here names the person. */
function useRecipientOfAddress() {
  const { to }: { to?: string | undefined } = useSearch({ strict: false });
  return useState<RecipientDraft>({ by: 'person', subscriberId: to, externalId: '', channels: [], permission: '' });
}

/** `?template=key`: or the words. */
function useCompositionOfAddress() {
  const { template: key }: { template?: string | undefined } = useSearch({ strict: false });
  const state = useState<Composition>({ ...EMPTY_COMPOSITION, source: key === undefined ? 'text' : 'template' });
  const [, setComposition] = state;
  const { data } = useQuery({ ...templateQuery(useProject(), key ?? ''), enabled: key !== undefined });
  useEffect(() => {
    if (data === undefined) return;
    const template = { key: data.key, variables: data.variables };
    setComposition((before) => ({ ...before, source: 'template', template }));
  }, [data]);
  return state;
}
