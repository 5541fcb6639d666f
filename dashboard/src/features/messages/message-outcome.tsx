import { useTexts } from '#lang/language-context.tsx';
import { describeReason } from './describe-message.ts';
import type { MessageStatus } from './message-api.ts';
import { reasonTexts } from './reason-texts.ts';
import { messageTexts } from './texts.ts';

type Outcome = { status: MessageStatus; reason?: string | null | undefined; error?: string | null | undefined };

/** What became of a message and what to do next, in sentences. */
export function MessageOutcome({ status, reason, error }: Outcome) {
  const t = useTexts(messageTexts).panel;
  const reasons = useTexts(reasonTexts);
  const words = reason == null ? undefined : describeReason(reasons, reason);
  return (
    <div aria-live="polite">
      <p>
        {words === undefined ? t.says[status] : words.says} {words?.next}
      </p>
      {error != null && (
        <p className="soft small">
          {t.platform}: <span className="mono">{error}</span>
        </p>
      )}
    </div>
  );
}
