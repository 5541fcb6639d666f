import { useTexts } from '#lang/language-context.tsx';
import { ComingPage } from '#shell/coming-page.tsx';
import { shellTexts } from '#shell/texts.ts';

export function TeamPage() {
  const t = useTexts(shellTexts);
  return <ComingPage title={t.pages.team} />;
}
