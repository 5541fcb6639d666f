import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { ShortcutsHelp } from '#ui/shortcuts-help.tsx';
import { useShortcuts } from '#ui/use-shortcut.ts';
import { recall } from '../browser-memory.ts';
import { AccountMenu } from './account-menu.tsx';
import { BottomBar } from './bottom-bar.tsx';
import styles from './frame.module.css';
import navigationStyles from './navigation.module.css';
import { PAGES } from './navigation.ts';
import { PageLinks } from './page-links.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { shellTexts } from './texts.ts';
import { useKnownProjects, useProjectAt } from './use-known-projects.ts';

/** Around every page: sidebar, or on a phone a top and a bottom bar. */
export function Frame() {
  const t = useTexts(shellTexts);
  const me = useQuery(meQuery);
  const projects = useKnownProjects();
  const { slug: slugOfAddress } = useParams({ strict: false });
  const { project: ofAddress } = useProjectAt(slugOfAddress);
  const last = recall('project');
  const elsewhere = projects.find(({ slug }) => slug === last) ?? projects[0];
  const current = slugOfAddress === undefined ? elsewhere : ofAddress;
  const [help, setHelp] = useState(false);
  usePageKeys(current?.slug, () => setHelp(true));
  const main = useFocusOnNewPage();

  if (me.isError) return <ErrorNote error={me.error} onRetry={() => void me.refetch()} />;
  const isOperator = me.data?.account.is_operator ?? false;
  const switcher = <ProjectSwitcher projects={projects} current={current} />;
  return (
    <>
      <a className={styles['skip']} href="#content">
        {t.skip}
      </a>
      <div className={styles['frame']}>
        <div className={styles['side']}>
          <div className={navigationStyles['head']}>{switcher}</div>
          <nav className={navigationStyles['scroll']} aria-label={t.navigation}>
            <PageLinks slug={current?.slug} isOperator={isOperator} />
          </nav>
          <div className={navigationStyles['foot']}>
            {me.data && <AccountMenu me={me.data} onShortcuts={() => setHelp(true)} />}
          </div>
        </div>
        <div className={styles['top']}>
          {switcher}
          {me.data && <AccountMenu me={me.data} compact onShortcuts={() => setHelp(true)} />}
        </div>
        <main id="content" ref={main} tabIndex={-1} className={styles['main']}>
          {me.data && <Outlet />}
        </main>
        <nav className={styles['bottom']} aria-label={t.navigation}>
          <BottomBar slug={current?.slug} isOperator={isOperator} />
        </nav>
      </div>
      <ShortcutsHelp
        opened={help}
        onClose={() => setHelp(false)}
        pages={PAGES.map(({ page, key }) => ({ key, label: t.pages[page] }))}
      />
    </>
  );
}

/** `/` to the filters, `?` for help, `g` and a letter to a page. */
function usePageKeys(slug: string | undefined, showHelp: () => void): void {
  const navigate = useNavigate();
  const going = useRef(0);
  const help = useRef(showHelp);
  help.current = showHelp;
  const shortcuts = useMemo(() => {
    const pages = PAGES.map(({ page, key }) => [
      key,
      () => {
        if (Date.now() - going.current > 1500 || slug === undefined) return;
        going.current = 0;
        void navigate({ to: `/p/$slug/${page}`, params: { slug }, search: {} });
      },
    ]);
    return {
      ...Object.fromEntries(pages),
      g: () => {
        going.current = Date.now();
      },
      '/': () => document.querySelector<HTMLElement>('[data-filters] :is(input, select)')?.focus(),
      '?': () => help.current(),
    };
  }, [navigate, slug]);
  useShortcuts(shortcuts);
}

/** A new page begins at its beginning for screen readers as well; a panel or a filter is no new page. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const page = useRouterState({ select: ({ location }) => location.pathname.split('/').slice(0, 4).join('/') });
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    main.current?.focus({ preventScroll: true });
  }, [page]);
  return main;
}
