import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import styles from './page-title.module.css';

type PageTitleProps = {
  title: string;
  /** One sentence under the title, where the title alone does not say it. */
  lead?: string;
  /** The page's one primary action. */
  action?: ReactNode;
};

export function PageTitle({ title, lead, action }: PageTitleProps) {
  useEffect(() => {
    document.title = `${title} · Bellhop`;
  }, [title]);
  return (
    <header className={styles['title']}>
      <div className={styles['row']}>
        <h1>{title}</h1>
        {action}
      </div>
      {lead !== undefined && <p>{lead}</p>}
    </header>
  );
}

export type PageTab = { label: string; link: LinkProps; exact?: boolean };

/** Pages of one feature, side by side; each has its own address. */
export function PageTabs({ label, tabs }: { label: string; tabs: PageTab[] }) {
  return (
    <nav className={styles['tabs']} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} {...tab.link} activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
