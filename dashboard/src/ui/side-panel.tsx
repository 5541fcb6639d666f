import { ActionIcon } from '@mantine/core';
import { useFocusTrap, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '#lang/language-context.tsx';
import { Icon } from './icons.tsx';
import { HeadingLevel } from './section.tsx';
import styles from './side-panel.module.css';
import { uiTexts } from './texts.ts';

type SidePanelProps = {
  title: ReactNode;
  /** Usually leads back to the list, with its filters. */
  onClose: () => void;
  /** Buttons at the foot. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * Details of one row, beside the list, at an address of its own. The list stays usable, so that one can walk through
 * it; on a phone the panel covers the page.
 */
export function SidePanel({ title, onClose, actions, children }: SidePanelProps) {
  const t = useTexts(uiTexts);
  const titleId = useId();
  const covers = useMediaQuery('(max-width: 900px)', window.matchMedia('(max-width: 900px)').matches) ?? false;
  const trap = useFocusTrap(covers);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const closeByKey = (event: KeyboardEvent) => {
      // A dialog or menu above the panel closes first.
      const above = document.querySelector('[aria-modal="true"]:not([data-panel]), [role="menu"], [role="listbox"]');
      if (event.key === 'Escape' && !event.defaultPrevented && above === null) onClose();
    };
    window.addEventListener('keydown', closeByKey);
    return () => window.removeEventListener('keydown', closeByKey);
  }, [onClose]);

  return createPortal(
    <div ref={trap} className={styles['panel']} role="dialog" aria-labelledby={titleId} aria-modal={covers} data-panel>
      <div className={styles['head']}>
        <h2 id={titleId} ref={heading} tabIndex={-1} data-autofocus>
          {title}
        </h2>
        <ActionIcon aria-label={t.close} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <div className={styles['body']}>
        <HeadingLevel value={3}>{children}</HeadingLevel>
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>,
    document.body,
  );
}
