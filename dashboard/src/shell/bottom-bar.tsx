import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { Icon } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import styles from './navigation.module.css';
import { PHONE_PAGES } from './navigation.ts';
import { PageLinks } from './page-links.tsx';
import { shellTexts } from './texts.ts';

/** On a phone: the pages that matter most, and a sheet with all of them. */
export function BottomBar({ slug, isOperator }: { slug: string | undefined; isOperator: boolean }) {
  const t = useTexts(shellTexts);
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      {slug !== undefined &&
        PHONE_PAGES.map((page) => (
          <Link
            key={page}
            to={`/p/$slug/${page}`}
            params={{ slug }}
            search={{}}
            className={styles['tab']}
            activeOptions={{ includeSearch: false }}
          >
            <Icon name={page} size={22} />
            <span>{t.short[page]}</span>
          </Link>
        ))}
      <button type="button" className={styles['tab']} onClick={() => setOpened(true)} aria-haspopup="dialog">
        <Icon name="more" size={22} />
        <span>{t.more}</span>
      </button>
      <Modal
        opened={opened}
        onClose={close}
        title={t.navigation}
        closeButtonProps={{ 'aria-label': useTexts(uiTexts).close }}
      >
        <nav className={styles['sheet']} aria-label={t.more}>
          <PageLinks slug={slug} isOperator={isOperator} onGo={close} />
        </nav>
      </Modal>
    </>
  );
}
