import { createContext, Fragment, type ReactNode, useContext, useId } from 'react';
import styles from './section.module.css';

/** Sections of a panel stand below its title. */
export const HeadingLevel = createContext<2 | 3>(2);

type SectionProps = { title: string; action?: ReactNode; children: ReactNode; card?: boolean };

/** A part of a page under its own heading. `card` puts a frame around it; never a frame inside a frame. */
export function Section({ title, action, children, card = false }: SectionProps) {
  const id = useId();
  const Heading = `h${useContext(HeadingLevel)}` as const;
  const content = (
    <>
      <div className={styles['head']}>
        <Heading id={id}>{title}</Heading>
        {action}
      </div>
      {children}
    </>
  );
  return (
    <section className={styles['section']} aria-labelledby={id}>
      {card ? <div className={styles['card']}>{content}</div> : content}
    </section>
  );
}

/** Names and values, for panels. Values that are undefined are left out. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className={styles['facts']}>
      {Object.entries(facts).map(([name, value]) =>
        value === undefined ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
