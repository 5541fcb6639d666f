import { useFormat, useTexts } from '#lang/language-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useNow } from '#ui/now.ts';
import { toast } from '#ui/toast.ts';
import { type ApiKey, useKeyActs } from './key-api.ts';
import { keyTexts } from './texts.ts';

export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTexts(keyTexts);
  const format = useFormat();
  const now = useNow();
  const { revoke } = useKeyActs();
  const { key_id, name, last_used_at } = apiKey;
  return (
    <ConfirmDialog
      danger
      opened
      onClose={onClose}
      title={t.revokeTitle(name)}
      confirm={t.revoke}
      act={async () => {
        await revoke(key_id);
        toast(t.revokedToast);
      }}
    >
      <p>{last_used_at === null ? t.neverUsed : t.lastUsedAt(format.relative(last_used_at, now))}</p>
      <p>{t.revokeText}</p>
    </ConfirmDialog>
  );
}
