import {
  type AxisValues,
  axisValues,
  crossFilterOfCell,
  formColors,
  type Matrix,
  type MatrixCell,
  matrixCells,
  pointInCell,
  selectedInCell,
} from '@chartroom/charts';
import { grouped } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { Button, Skeleton } from 'antd';
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { errorsOf } from '../../api/client.ts';
import { useNear } from '../use-near.ts';
import type { ChartPictureProps } from './chart-picture.tsx';
import styles from './matrix-picture.module.css';
import { type CellAnswers, useCellAnswers } from './use-cell-answers.ts';

/** Pixels below which a chart says nothing any more: what has no room is scrolled to. */
const NARROWEST = 170;
const LABELS = 92;

interface MatrixPictureProps extends ChartPictureProps {
  matrix: Matrix;
  /** Draws one of the charts. */
  Picture: ComponentType<ChartPictureProps>;
}

/** A chart repeated as a matrix of small ones, each asked by itself when it comes near the window. */
export default function MatrixPicture({ matrix, Picture, ...chart }: MatrixPictureProps) {
  const { type, form, results, datasource, name, isForced = false, isWaiting = false } = chart;
  const sides = useMemo(() => axisValues(matrix, results, datasource), [matrix, results, datasource]);
  const cells = useMemo(
    () => (matrix.problem === undefined ? matrixCells(type, form, sides, matrix.titleTemplate) : []),
    [type, form, sides, matrix],
  );
  const lines = useMemo(() => linesOf(cells, sides.columns?.values.length ?? 1), [cells, sides]);
  // A label has one colour in all of them.
  const colors = useMemo(() => chart.colors ?? formColors(form), [chart.colors, form]);
  const shared = { ...chart, colors };
  const answers = useCellAnswers({ type, cells, first: results, isForced, isWaiting });
  if (matrix.problem !== undefined)
    return <EmptyState size="small" title="The matrix is not complete" description={`${matrix.problem}.`} />;
  if (cells.length === 0)
    return <EmptyState size="small" title="No results were returned for this query" description={null} />;
  const { rows, columns } = sides;
  const notes = [cutNote(rows, 'rows'), cutNote(columns, 'columns')].filter((note) => note !== undefined);
  return (
    <div className={styles.frame}>
      <Progress answers={answers} notes={notes} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
      <section className={styles.scroller} aria-label={`${name}, matrix`} tabIndex={0} data-matrix>
        {blocksOf(columns?.values.length ?? 1, matrix.chartsPerRow).map((block) => (
          <Block key={block[0]} {...{ block, matrix, rows, columns, name }} lines={lines}>
            {(cell) => <Cell key={cell.key} {...{ cell, matrix, answers, Picture }} chart={shared} />}
          </Block>
        ))}
      </section>
    </div>
  );
}

/** How far the charts are, and what is left out. */
function Progress({ answers, notes }: { answers: CellAnswers; notes: readonly string[] }) {
  const { isAsking, isStopped, done, wanted, stop, goOn } = answers;
  if (!isAsking && !isStopped && notes.length === 0) return <div role="status" />;
  return (
    <div className={styles.progress} role="status">
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
      {isStopped && (
        <>
          <span>Updating chart was stopped</span>
          <Button size="small" onClick={goOn}>
            Go on
          </Button>
        </>
      )}
      {isAsking && (
        <>
          <span>
            {done} of {wanted} charts
          </span>
          <Button size="small" onClick={stop} data-unpictured>
            Stop
          </Button>
        </>
      )}
    </div>
  );
}

interface BlockProps {
  /** Places of the columns that stand side by side. */
  block: readonly number[];
  matrix: Matrix;
  rows: AxisValues | undefined;
  columns: AxisValues | undefined;
  name: string;
  /** The charts, row by row. */
  lines: readonly (readonly MatrixCell[])[];
  children: (cell: MatrixCell) => ReactNode;
}

/** Columns that stand side by side, with all rows. */
function Block({ block, matrix, rows, columns, name, lines, children }: BlockProps) {
  const inBlock = (line: readonly MatrixCell[] = []) => block.flatMap((at) => line[at] ?? []);
  const hasLabels = rows !== undefined && matrix.showsRowLabels;
  const labels = hasLabels ? LABELS : 0;
  const widths = widthsOf(block, columns?.values.length ?? 1, matrix.chartsPerRow);
  const hiddenHead = matrix.showsColumnHeaders ? undefined : 'visually-hidden';
  return (
    <table className={styles.table} style={{ minWidth: widths.length * NARROWEST + labels }}>
      <caption className="visually-hidden">{captionOf(name, rows, columns)}</caption>
      <colgroup>
        {rows && <col style={{ width: `min(${labels}px, 20vw)` }} />}
        {widths.map((at) => (
          <col key={at} />
        ))}
      </colgroup>
      {columns && (
        <thead>
          <tr>
            {rows && (
              <td className={styles.corner} data-bare={!matrix.showsColumnHeaders}>
                <span className="visually-hidden">{rows.name}</span>
              </td>
            )}
            {inBlock(lines[0]).map(({ key, column }) => (
              <th key={key} scope="col" className={styles.head} data-bare={!matrix.showsColumnHeaders}>
                <span className={hiddenHead}>{columns.values[column]?.label}</span>
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {lines.map((line) => (
          <tr key={line[0]?.key}>
            {rows && (
              <th scope="row" className={styles.label} data-bare={!hasLabels}>
                <span className={hasLabels ? undefined : 'visually-hidden'}>
                  {rows.values[line[0]?.row ?? 0]?.label}
                </span>
              </th>
            )}
            {inBlock(line).map(children)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  cell: MatrixCell;
  matrix: Matrix;
  chart: ChartPictureProps;
  answers: CellAnswers;
  Picture: ComponentType<ChartPictureProps>;
}

/** One of the small charts. */
function Cell({ cell, matrix, chart, answers, Picture }: CellProps) {
  const place = useRef<HTMLTableCellElement>(null);
  const near = useNear(place, '[data-matrix]');
  const wants = useRef(answers.want);
  wants.current = answers.want;
  useEffect(() => {
    if (near) wants.current(cell);
  }, [near, cell]);
  return (
    <td ref={place} className={styles.cell}>
      <div className={styles.chart} style={{ height: matrix.rowHeight }} data-cell={cell.name}>
        {cell.title && (
          <div className={styles.title} title={cell.title}>
            {cell.title}
          </div>
        )}
        <div className={styles.picture}>{near && <CellPicture {...{ cell, chart, answers, Picture }} />}</div>
      </div>
    </td>
  );
}

function CellPicture({ cell, chart, answers, Picture }: Omit<CellProps, 'matrix'>) {
  const { results, error, isAsking } = answers.of(cell);
  const { onMenu, onCrossFilter, selected } = chart;
  const mine = useMemo(() => selectedInCell(cell, selected), [cell, selected]);
  if (error && !isAsking) return <ErrorAlert compact errors={errorsOf(error)} />;
  if (!results && answers.isStopped) return null;
  if (!results) return <Skeleton active title={false} className={styles.waiting} />;
  return (
    <Picture
      {...chart}
      form={cell.form}
      results={results}
      name={`${chart.name}: ${cell.name}`}
      selected={mine}
      ownState={answers.ownState(cell)}
      setOwnState={(state) => answers.setOwnState(cell, state)}
      onMenu={onMenu && ((point, at) => onMenu(pointInCell(cell, point), at))}
      onCrossFilter={
        onCrossFilter &&
        ((filter, point) => onCrossFilter(crossFilterOfCell(cell, filter), point && pointInCell(cell, point)))
      }
    />
  );
}

/** The charts of each row. */
function linesOf(cells: readonly MatrixCell[], width: number): MatrixCell[][] {
  return cells
    .filter((_, at) => at % width === 0)
    .map((_, line) => cells.slice(line * width, (line + 1) * width));
}

/** Places of columns, as many side by side as there shall be. */
function blocksOf(count: number, most: number | undefined): number[][] {
  const all = Array.from({ length: count }, (_, at) => at);
  const size = most ?? count;
  return all.filter((at) => at % size === 0).map((at) => all.slice(at, at + size));
}

/** Places whose width is kept: the last charts are as wide as those above them. */
function widthsOf(block: readonly number[], count: number, most: number | undefined): number[] {
  const width = Math.min(most ?? count, count);
  return Array.from({ length: width }, (_, at) => (block[0] ?? 0) + at);
}

function captionOf(name: string, rows: AxisValues | undefined, columns: AxisValues | undefined): string {
  const sides = [rows && `rows: ${rows.name}`, columns && `columns: ${columns.name}`];
  return `${name}; ${sides.filter((side) => side !== undefined).join(', ')}`;
}

/** Says how many of the values are shown, where that is not all of them. */
function cutNote(side: AxisValues | undefined, what: string): string | undefined {
  if (!side || side.values.length >= side.total) return undefined;
  const total = `${side.isMore ? 'more than ' : ''}${grouped(side.total)}`;
  return `Showing ${side.values.length} of ${total} ${what} (${side.name})`;
}
