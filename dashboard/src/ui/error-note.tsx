import { Button } from '@mantine/core';
import { isApiError } from '#api/api-error.ts';
import { useTexts } from '#lang/language-context.tsx';
import styles from './error-note.module.css';
import { Icon } from './icons.tsx';
import { uiTexts } from './texts.ts';

/** What went wrong in words, what it means, and a way on. */
export function ErrorNote({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  const t = useTexts(uiTexts);
  return (
    <div className={styles['note']} role="alert">
      <Icon name="warning" />
      <div className={styles['words']}>
        {title !== undefined && <strong>{title}</strong>}
        <span>{isApiError(error, 'offline') ? t.offline : error instanceof Error ? error.message : String(error)}</span>
        {isApiError(error) && error.docsUrl !== undefined && (
          <>
            {' '}
            <a href={error.docsUrl} target="_blank" rel="noreferrer">
              {t.whatItMeans}
            </a>
          </>
        )}
        {isApiError(error, 'internal_error') && error.requestId !== undefined && (
          <p className="small">{t.requestId(error.requestId)}</p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button variant="default" onClick={onRetry}>
          {t.tryAgain}
        </Button>
      )}
    </div>
  );
}
