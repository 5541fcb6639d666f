import { useFormat, useTexts } from '#lang/language-context.tsx';
import { Notice } from '#ui/notice.tsx';
import { usageTexts } from './texts.ts';
import type { Usage } from './usage-api.ts';

/** What is refused already or soon will be, and what to do about it. */
export function CreditNotice({ usage }: { usage: Usage }) {
  const t = useTexts(usageTexts);
  const format = useFormat();
  const { credits, logins } = usage;
  return (
    <>
      {credits.blocked && (
        <Notice tone="bad" title={t.blocked.title}>
          {t.blocked.text}
        </Notice>
      )}
      {!credits.blocked && credits.grace_until !== null && (
        <Notice tone="waiting" title={t.grace.title}>
          {t.grace.text(format.dateTime(credits.grace_until))}
        </Notice>
      )}
      {logins.cap !== null && logins.used >= logins.cap && (
        <Notice tone="bad" title={t.loginsFull.title}>
          {t.loginsFull.text}
        </Notice>
      )}
    </>
  );
}
