import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Section } from '#ui/section.tsx';
import { compositionBody, EMPTY_COMPOSITION, isEmpty } from '../messages/compose/composition.ts';
import { CompositionFields } from '../messages/compose/composition-fields.tsx';
import { CompositionPreview, useCompositionPreview } from '../messages/compose/composition-preview.tsx';
import { audienceBody, EVERYBODY } from './audience.ts';
import { AudienceCount, useAudienceCount } from './audience-count.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { ConfirmBroadcast } from './confirm-broadcast.tsx';
import styles from './new-broadcast-page.module.css';
import { PaceField } from './pace-field.tsx';
import { broadcastTexts } from './texts.ts';

export function NewBroadcastPage() {
  const t = useTexts(broadcastTexts).new;
  const { mayChange } = useProject();
  return (
    <>
      <PageTitle title={t.title} />
      {mayChange ? <BroadcastForm /> : <Notice tone="quiet">{t.viewer}</Notice>}
    </>
  );
}

function BroadcastForm() {
  const t = useTexts(broadcastTexts).new;
  const [composition, setComposition] = useState(EMPTY_COMPOSITION);
  const [audience, setAudience] = useState(EVERYBODY);
  const [pace, setPace] = useState<number>();
  const [confirming, setConfirming] = useState(false);
  const { length } = useCompositionPreview(composition);
  const count = useAudienceCount(audience);
  const wish = {
    ...compositionBody(composition),
    ...audienceBody(audience),
    ...(pace !== undefined && { messages_per_minute: pace }),
  };
  return (
    <div className={styles['sides']}>
      <div>
        <Section title={t.message} card>
          <CompositionFields value={composition} onChange={setComposition} length={length} />
        </Section>
        <Section title={t.audience} card>
          <AudienceFields value={audience} onChange={setAudience} />
          <PaceField value={pace} onChange={setPace} />
        </Section>
      </div>
      <div className={styles['aside']}>
        <CompositionPreview
          value={composition}
          {...(audience.channel !== undefined && { channels: [audience.channel] })}
        />
        <AudienceCount audience={audience} count={count} />
        <Button fullWidth disabled={isEmpty(composition) || count.data === 0} onClick={() => setConfirming(true)}>
          {t.review}
        </Button>
      </div>
      {confirming && <ConfirmBroadcast wish={wish} audience={audience} onClose={() => setConfirming(false)} />}
    </div>
  );
}
