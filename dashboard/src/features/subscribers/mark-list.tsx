import styles from './mark-list.module.css';

/** Names of tags, each in its own little frame. */
export function MarkList({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <span className={styles['marks']}>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </span>
  );
}
