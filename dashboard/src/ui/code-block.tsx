import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';
import { highlightJson, prettyJson } from './highlight-json.ts';

type CodeBlockProps = {
  /** What it is, for screen readers and the copy button. */
  label: string;
  code: string;
  language?: 'json' | 'text';
  wrap?: boolean;
};

export function CodeBlock({ label, code, language = 'text', wrap = false }: CodeBlockProps) {
  return (
    <div className={styles['block']} data-wrap={wrap}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a group of code, not of form fields */}
      <pre tabIndex={0} role="group" aria-label={label}>
        <code>{language === 'json' ? <Json text={code} /> : code}</code>
      </pre>
      <div className={styles['copy']}>
        <CopyButton value={code} what={label} />
      </div>
    </div>
  );
}

/** A value as JSON, or a text that may be some. */
export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  const { text, isJson } =
    typeof value === 'string' ? prettyJson(value) : { text: JSON.stringify(value, null, 2), isJson: true };
  return <CodeBlock label={label} code={text} language={isJson ? 'json' : 'text'} wrap={!isJson} />;
}

function Json({ text }: { text: string }) {
  let at = 0;
  return highlightJson(text).map((token) => {
    const key = at;
    at += token.text.length;
    return token.kind === 'plain' ? (
      token.text
    ) : (
      <span key={key} className={styles[token.kind]}>
        {token.text}
      </span>
    );
  });
}
