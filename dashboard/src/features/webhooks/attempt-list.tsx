import { useFormat, useTexts } from '#lang/language-context.tsx';
import { CodeBlock, JsonBlock } from '#ui/code-block.tsx';
import { Icon } from '#ui/icons.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import styles from './attempt-list.module.css';
import { deliveryTexts } from './delivery-texts.ts';
import { describeFailure } from './describe-delivery.ts';
import type { Attempt } from './webhook-api.ts';

/** Newest first, and open: that one matters most. */
export function AttemptList({ attempts }: { attempts: Attempt[] }) {
  const t = useTexts(deliveryTexts);
  if (attempts.length === 0) return <p className="soft">{t.noAttempts}</p>;
  return (
    <ul className={styles['list']}>
      {attempts.toReversed().map((attempt, at) => (
        <li key={attempt.attempt} className={styles['attempt']}>
          <AttemptView attempt={attempt} open={at === 0} />
        </li>
      ))}
    </ul>
  );
}

function AttemptView({ attempt, open }: { attempt: Attempt; open: boolean }) {
  const t = useTexts(deliveryTexts);
  const format = useFormat();
  const isGood = attempt.error === null;
  const { status_code } = attempt;
  return (
    <details open={open}>
      <summary>
        <Icon name="chevronRight" size={16} />
        <span>
          <strong>{t.attempt(attempt.attempt)}</strong>
          {' · '}
          <span className={isGood ? styles['good'] : styles['bad']}>
            {isGood ? status_code : describeFailure(t, attempt)}
          </span>{' '}
          <span className="soft numbers">{t.duration(format.duration(attempt.duration_ms))}</span>
        </span>
        <span className="soft small">
          <RelativeTime at={attempt.started_at} />
        </span>
      </summary>
      <div className={styles['body']}>
        {attempt.error_detail !== null && attempt.error !== 'http_error' && (
          <p className="soft small">{attempt.error_detail}</p>
        )}
        <div>
          <h4>{t.requestHeaders}</h4>
          <CodeBlock
            label={t.requestHeaders}
            wrap
            code={Object.entries(attempt.request_headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          />
        </div>
        {status_code !== null && (
          <div>
            <h4>{t.response}</h4>
            {attempt.response_body ? (
              <JsonBlock label={t.response} value={attempt.response_body} />
            ) : (
              <p className="soft small">{t.emptyResponse}</p>
            )}
          </div>
        )}
      </div>
    </details>
  );
}
