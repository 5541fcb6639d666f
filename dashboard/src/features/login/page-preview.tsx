import type { CSSProperties } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { textOn } from '../../../../server/src/login/page/accent.ts';
import styles from './page-preview.module.css';
import { loginTexts } from './texts.ts';

type PagePreviewProps = { name: string; accent: string | undefined; hasLogo: boolean };

/** The hosted page in small. A logo lives on another host, which this page does not call: its place is shown. */
export function PagePreview({ name, accent = '', hasLogo }: PagePreviewProps) {
  const t = useTexts(loginTexts).page;
  const isColor = /^#[0-9a-f]{6}$/i.test(accent);
  const colors = {
    '--accent': isColor ? accent : 'var(--fill)',
    '--on-accent': isColor ? textOn(accent) : 'var(--on-fill)',
  } as CSSProperties;
  return (
    <figure className={styles['preview']}>
      <figcaption>{t.preview}</figcaption>
      <div className={styles['card']} style={colors}>
        <span className={`${styles['mark']} ${hasLogo ? styles['logo'] : ''}`}>
          {hasLogo ? t.previewLogo : ([...name.trim()][0] ?? '·').toUpperCase()}
        </span>
        <span className={styles['name']}>{t.previewTitle(name)}</span>
        <span className="soft small">{t.previewTap}</span>
        <span className={styles['number']}>47</span>
      </div>
    </figure>
  );
}
