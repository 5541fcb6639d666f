import { useTexts } from '#lang/language-context.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { shellTexts } from './texts.ts';

/** Stands where a page is still to be built. */
export function ComingPage({ title }: { title: string }) {
  const t = useTexts(shellTexts);
  return (
    <>
      <PageTitle title={title} />
      <p className="soft">{t.coming}</p>
    </>
  );
}
