import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import styles from './chart.module.css';
import { axisEnd, labelledColumns } from './chart-scale.ts';
import { uiTexts } from './texts.ts';

/** The same thing has the same colour on every page. */
type Series = { key: string; label: string; color: 'login' | 'message' | 'good' | 'bad' | 'quiet' };
/** `label` stands under the column where there is room; `detail` says it in full. */
export type ChartColumn = { label: string; detail?: string; values: Record<string, number> };

type ChartProps = {
  title: string;
  columns: ChartColumn[];
  series: Series[];
  kind?: 'bars' | 'line';
  height?: number;
};

const LEFT = 44;
const BOTTOM = 24;
const TOP = 8;

/** Columns stacked by series, or lines. Above it stand the numbers: of all columns, or of the one pointed at. */
export function Chart({ title, columns, series, kind = 'bars', height = 180 }: ChartProps) {
  const format = useFormat();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const most = Math.max(...columns.map((column) => peak(column, series, kind)), 0);
  const end = axisEnd(most);
  const plot = { width: Math.max(width - LEFT, 0), height: height - TOP - BOTTOM };
  const step = plot.width / Math.max(columns.length, 1);
  const y = (value: number) => TOP + plot.height * (1 - value / end);
  const labelled = labelledColumns(columns.length, plot.width, 72);

  return (
    <figure className={styles['chart']} aria-label={title}>
      <Readout columns={columns} series={series} pointed={pointed} />
      <div ref={ref}>
        <svg height={height} viewBox={`0 0 ${Math.max(width, 1)} ${height}`} aria-hidden="true">
          {[0, end / 2, end].map((value) => (
            <g key={value}>
              <line className={styles['grid']} x1={LEFT} x2={LEFT + plot.width} y1={y(value)} y2={y(value)} />
              <text className={styles['axis']} x={LEFT - 8} y={y(value) + 4} textAnchor="end">
                {format.number(value)}
              </text>
            </g>
          ))}
          {kind === 'bars'
            ? columns.map((column, at) => (
                <Stack
                  key={column.detail ?? column.label}
                  column={column}
                  series={series}
                  x={LEFT + at * step}
                  step={step}
                  y={y}
                />
              ))
            : series.map((one) => (
                <polyline
                  key={one.key}
                  className={`${styles['line']} ${styles[one.color]}`}
                  points={columns
                    .map((column, at) => `${LEFT + (at + 0.5) * step},${y(column.values[one.key] ?? 0)}`)
                    .join(' ')}
                />
              ))}
          {columns.map((column, at) => (
            <g key={column.detail ?? column.label}>
              {labelled.has(at) && (
                <text
                  className={styles['axis']}
                  {...labelPlace(LEFT + (at + 0.5) * step, LEFT + plot.width)}
                  y={height - 4}
                >
                  {column.label}
                </text>
              )}
              <rect
                className={styles['column']}
                x={LEFT + at * step}
                y={TOP}
                width={step}
                height={plot.height}
                onPointerEnter={() => setPointed(at)}
                onPointerLeave={() => setPointed(undefined)}
              />
            </g>
          ))}
        </svg>
      </div>
      <NumbersTable title={title} columns={columns} series={series} />
    </figure>
  );
}

/** Centred under its column, unless it would stand out at the right. */
function labelPlace(x: number, right: number) {
  return right - x < 24 ? { x: right, textAnchor: 'end' as const } : { x, textAnchor: 'middle' as const };
}

function peak({ values }: ChartColumn, series: Series[], kind: 'bars' | 'line'): number {
  const numbers = series.map(({ key }) => values[key] ?? 0);
  return kind === 'bars' ? numbers.reduce((sum, one) => sum + one, 0) : Math.max(...numbers, 0);
}

type StackProps = { column: ChartColumn; series: Series[]; x: number; step: number; y: (value: number) => number };

function Stack({ column, series, x, step, y }: StackProps) {
  const gap = Math.min(6, step * 0.25);
  let below = 0;
  return series.map(({ key, color }) => {
    const from = below;
    below += column.values[key] ?? 0;
    return (
      <rect
        key={key}
        className={`${styles['bar']} ${styles[color]}`}
        x={x + gap / 2}
        width={Math.max(step - gap, 1)}
        y={y(below)}
        height={Math.max(y(from) - y(below), 0)}
        rx={1.5}
      />
    );
  });
}

function Readout({
  columns,
  series,
  pointed,
}: Pick<ChartProps, 'columns' | 'series'> & { pointed: number | undefined }) {
  const format = useFormat();
  const column = pointed === undefined ? undefined : columns[pointed];
  const shown = (key: string) =>
    column === undefined ? columns.reduce((sum, { values }) => sum + (values[key] ?? 0), 0) : (column.values[key] ?? 0);
  return (
    <figcaption className={styles['readout']}>
      {series.map(({ key, label, color }) => (
        <span key={key} className={`${styles['value']} ${styles[color]}`}>
          <span className={styles['swatch']} />
          {label} <strong>{format.number(shown(key))}</strong>
        </span>
      ))}
      {column !== undefined && <span className={styles['when']}>{column.detail ?? column.label}</span>}
    </figcaption>
  );
}

function NumbersTable({ title, columns, series }: Pick<ChartProps, 'title' | 'columns' | 'series'>) {
  const t = useTexts(uiTexts);
  return (
    <div className="aloud">
      <table>
        <caption>{t.chartTable(title)}</caption>
        <thead>
          <tr>
            <th scope="col">{t.chartDay}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.detail ?? column.label}>
              <th scope="row">{column.detail ?? column.label}</th>
              {series.map(({ key }) => (
                <td key={key}>{column.values[key] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
