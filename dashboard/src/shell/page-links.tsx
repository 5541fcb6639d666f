import { Link } from '@tanstack/react-router';
import { useTexts } from '#lang/language-context.tsx';
import { Icon } from '#ui/icons.tsx';
import styles from './navigation.module.css';
import { GROUPS, OPERATOR_PAGES, PAGES } from './navigation.ts';
import { shellTexts } from './texts.ts';

type PageLinksProps = { slug: string | undefined; isOperator: boolean; onGo?: () => void };

/** All pages by group: the sidebar, and on a phone the sheet behind "More". */
export function PageLinks({ slug, isOperator, onGo }: PageLinksProps) {
  const t = useTexts(shellTexts);
  const go = onGo === undefined ? {} : { onClick: onGo };
  return (
    <>
      {slug !== undefined &&
        GROUPS.map((group, at) => (
          <div key={group} style={{ display: 'contents' }}>
            {at > 0 && <p className={styles['group']}>{t.groups[group]}</p>}
            <ul className={styles['list']} style={{ display: 'contents' }}>
              {PAGES.filter((one) => one.group === group).map(({ page }) => (
                <li key={page} style={{ listStyle: 'none' }}>
                  <Link
                    {...go}
                    to={`/p/$slug/${page}`}
                    params={{ slug }}
                    search={{}}
                    className={styles['item']}
                    activeOptions={{ includeSearch: false }}
                  >
                    <Icon name={page} />
                    {t.pages[page]}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      {isOperator && (
        <>
          <p className={styles['group']}>{t.groups.operator}</p>
          <ul className={styles['list']} style={{ display: 'contents' }}>
            {OPERATOR_PAGES.map((page) => (
              <li key={page} style={{ listStyle: 'none' }}>
                <Link {...go} to={`/operator/${page}`} search={{}} className={styles['item']}>
                  <Icon name={page} />
                  {t.operator[page]}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
