// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards on a phone loses its roles
import { Button, Skeleton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import styles from './data-table.module.css';
import { uiTexts } from './texts.ts';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** As narrow as its content. */
  tight?: boolean;
  hiddenOnPhone?: boolean;
};

type DataTableProps<Row> = {
  /** Says to screen readers what the rows are. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Where a row leads; its first cell becomes the link. */
  rowLink?: (row: Row) => LinkProps;
  selectedKey?: string | undefined;
  /** The first rows are still on their way. */
  loading?: boolean;
  /** Rows of another filter are shown until the new ones are there. */
  stale?: boolean;
  /** Stands in place of the table where there are no rows. */
  empty?: ReactNode;
  more?: { hasMore: boolean; loading: boolean; load: () => void };
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowLink, selectedKey, loading = false, stale = false, empty, more } = props;
  const t = useTexts(uiTexts);
  if (loading) return <SkeletonRows />;
  if (rows.length === 0) return empty;
  return (
    <>
      <div className={styles['frame']} aria-busy={stale}>
        <table className={styles['table']} role="table" aria-label={label}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column.key} role="columnheader" scope="col" className={cellClass(column)}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" onKeyDown={stepRows}>
            {rows.map((row) => (
              <tr key={rowKey(row)} role="row" className={styles['row']} data-selected={rowKey(row) === selectedKey}>
                {columns.map((column, at) => (
                  <td key={column.key} role="cell" className={cellClass(column)}>
                    <span className={styles['label']} aria-hidden="true">
                      {column.header}
                    </span>
                    {at === 0 && rowLink !== undefined ? (
                      <Link {...rowLink(row)} className={styles['link']}>
                        {column.cell(row)}
                      </Link>
                    ) : (
                      <span>{column.cell(row)}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more !== undefined && (
        <div className={styles['foot']}>
          {more.hasMore ? (
            <Button variant="default" loading={more.loading} onClick={more.load}>
              {t.showMore}
            </Button>
          ) : (
            <span>{t.end(rows.length)}</span>
          )}
        </div>
      )}
    </>
  );
}

function cellClass<Row>({ align, tight, hiddenOnPhone }: Column<Row>) {
  const names = [align && styles['right'], tight && styles['tight'], hiddenOnPhone && styles['hiddenOnPhone']];
  return names.filter(Boolean).join(' ');
}

/** Arrow keys walk from row to row. */
function stepRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = (event.target as HTMLElement).closest('tr');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const link = next?.querySelector<HTMLElement>('td:first-child a');
  if (link == null) return;
  event.preventDefault();
  link.focus();
}

function SkeletonRows() {
  const t = useTexts(uiTexts);
  return (
    <div className={styles['frame']} role="status" aria-label={t.loading}>
      {[72, 58, 66, 50, 62].map((width) => (
        <div key={width} className={styles['skeleton']}>
          <Skeleton height={16} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
