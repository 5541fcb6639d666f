import { Skeleton, Stack } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTexts } from '#lang/language-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { uiTexts } from '#ui/texts.ts';

export function LoadingPage() {
  const t = useTexts(uiTexts);
  return (
    <Stack role="status" aria-label={t.loading}>
      <Skeleton height={32} width={220} />
      <Skeleton height={240} />
    </Stack>
  );
}

export function PageError({ error, reset }: ErrorComponentProps) {
  const t = useTexts(uiTexts);
  return <ErrorNote title={t.failed} error={error} onRetry={reset} />;
}

export function MissingPage() {
  const t = useTexts(uiTexts);
  return <PageTitle title={t.notFound} lead={t.notFoundText} />;
}
