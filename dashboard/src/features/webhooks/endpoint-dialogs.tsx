import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { SecretOnce } from '#ui/secret-once.tsx';
import { toast } from '#ui/toast.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';
import { webhookTexts } from './texts.ts';
import { type Endpoint, useWebhookActs } from './webhook-api.ts';

export type EndpointAct = 'edit' | 'test' | 'recover' | 'rotate' | 'disable' | 'remove';

type EndpointDialogsProps = {
  endpoint: Endpoint;
  act: EndpointAct | undefined;
  onClose: () => void;
  onRemoved: () => void;
};

/** One dialog at a time, for what was chosen in the panel. */
export function EndpointDialogs({ endpoint, act, onClose, onRemoved }: EndpointDialogsProps) {
  const t = useTexts(webhookTexts).endpoint;
  const format = useFormat();
  const acts = useWebhookActs();
  const navigate = useNavigate();
  const { slug } = useProject().project;
  const [rotated, setRotated] = useState<{ secret: string; previous_secret_expires_at: string }>();
  const { id, url } = endpoint;

  const openDelivery = (deliveryId: string) =>
    void navigate({ to: '/p/$slug/webhooks/deliveries/$deliveryId', params: { slug, deliveryId } });
  const disable = async () => {
    await acts.change(id, { status: 'disabled' });
    toast(t.disabled);
  };
  return (
    <>
      {act === 'edit' && (
        <EndpointForm
          endpoint={endpoint}
          onClose={onClose}
          title={t.edit}
          submit={t.save}
          act={(wish) => acts.change(id, wish)}
          onDone={() => {
            onClose();
            toast(t.changed);
          }}
        />
      )}
      {act === 'test' && <TestEventDialog endpoint={endpoint} onClose={onClose} onSent={openDelivery} />}
      {act === 'recover' && <RecoverDialog endpoint={endpoint} onClose={onClose} />}
      <ConfirmDialog
        opened={act === 'disable'}
        onClose={onClose}
        title={t.disableTitle(url)}
        confirm={t.disable}
        act={disable}
      >
        {t.disableText}
      </ConfirmDialog>
      <ConfirmDialog
        opened={act === 'rotate'}
        onClose={onClose}
        title={t.rotateTitle(url)}
        confirm={t.rotate}
        act={async () => setRotated(await acts.rotate(id))}
      >
        {t.rotateText}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={act === 'remove'}
        onClose={onClose}
        title={t.removeTitle(url)}
        confirm={t.remove}
        act={async () => {
          await acts.remove(id);
          toast(t.removed);
          onRemoved();
        }}
      >
        {t.removeText}
      </ConfirmDialog>
      <SecretOnce secret={rotated?.secret} title={t.rotated} name={t.secret} onClose={() => setRotated(undefined)}>
        <p className="soft">
          {t.useIt} {rotated && t.oldUntil(format.dateTime(rotated.previous_secret_expires_at))}
        </p>
      </SecretOnce>
    </>
  );
}
