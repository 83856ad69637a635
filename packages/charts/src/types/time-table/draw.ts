import type {
  DrawInput,
  SparkLine,
  TableDrawing,
  TableModelCell,
  TableModelColumn,
} from '../../chart-type.ts';
import { type LineOverTime, linesOverTime } from '../../draw/lines-over-time.ts';
import { NO_VALUE } from '../../draw/row-names.ts';
import { type NumberFormatter, numberFormatter } from '../../format/number.ts';
import { timeFormatter } from '../../format/time.ts';
import { textOf } from '../../question/read-form.ts';
import { amountIn, type Course, lineIn, wholeNow } from './amounts.ts';
import { boundColor } from './bound-color.ts';
import { type TimeColumn, timeColumns } from './columns.ts';

const NAME_COLUMN = {
  key: 'metric',
  label: 'Metric',
  align: 'left' as const,
  numeric: false,
  isRowHeader: true,
};
/** Pixels of a small line where its column does not say. */
const LINE_SIZE = { width: 300, height: 50 };

/** A row per metric or group; its cells say what the columns of the chart ask of its series. */
export function draw(input: DrawInput): TableDrawing {
  const columns = timeColumns(input.form);
  const lines = linesOverTime(input);
  const courses = lines.map(({ points }) => points.map(({ y }) => y));
  const whole = wholeNow(courses);
  const rows = lines.map((line, index) => [
    nameCell(input, line),
    ...columns.map((column) => cellOf(input, column, line, courses[index] ?? [], whole)),
  ]);
  return {
    kind: 'table',
    table: {
      columns: [
        NAME_COLUMN,
        ...columns.map(
          (column): TableModelColumn => ({
            key: column.key,
            label: column.label,
            align: column.kind === 'spark' ? 'left' : 'right',
            numeric: column.kind !== 'spark',
            ...(column.hint === undefined ? {} : { description: column.hint }),
            ...widthOf(column),
          }),
        ),
      ],
      rows,
      rowCount: rows.length,
    },
  };
}

function widthOf({ kind, width }: TimeColumn): { width?: number } {
  const own = width ?? (kind === 'spark' ? LINE_SIZE.width : undefined);
  return own === undefined ? {} : { width: own };
}

/** The name of a row leads where the chart says, with what it stands for in the place of words in braces. */
function nameCell({ form }: DrawInput, { name, metric }: LineOverTime): TableModelCell {
  const address = textOf(form.url);
  const words: Readonly<Record<string, string>> = { metric: name, metric_name: metric, name, label: name };
  const link = address?.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, word: string) =>
    encodeURIComponent(Object.hasOwn(words, word) ? (words[word] ?? '') : ''),
  );
  return {
    value: name,
    text: name,
    isRowHeader: true,
    ...(link === undefined ? {} : { link }),
  };
}

function cellOf(
  input: DrawInput,
  column: TimeColumn,
  line: LineOverTime,
  course: Course,
  whole: number,
): TableModelCell {
  const write = numberFormatter(column.format);
  const value = amountIn(column, course, whole);
  if (column.kind === 'spark') return lineCell(input, column, line, lineIn(column, course), write);
  const color =
    value === null ? input.theme.colorTextSecondary : boundColor(value, column.bounds, input.theme);
  return { value, text: value === null ? NO_VALUE : write(value), ...(color === undefined ? {} : { color }) };
}

function lineCell(
  { theme }: DrawInput,
  column: TimeColumn,
  { points }: LineOverTime,
  course: Course,
  write: NumberFormatter,
): TableModelCell {
  const present = course.filter((value) => value !== null);
  const [first, last] = [present[0], present.at(-1)];
  if (first === undefined || last === undefined)
    return { value: null, text: NO_VALUE, color: theme.colorTextSecondary };
  const [low, high] = extent(present);
  const moment = timeFormatter(column.timeFormat);
  const from = points.length - course.length;
  const spark: SparkLine = {
    points: course.map((y, index) => ({
      y,
      text: `${moment(points[from + index]?.x)}: ${y === null ? NO_VALUE : write(y)}`,
    })),
    low: column.axis[0] ?? low,
    high: column.axis[1] ?? high,
    height: column.height ?? LINE_SIZE.height,
    color: theme.colorPrimary,
    ...(column.showAxis
      ? { labels: [write(column.axis[0] ?? low), write(column.axis[1] ?? high)] as const }
      : {}),
  };
  return { value: last, text: `${write(first)} → ${write(last)}`, spark };
}

function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
