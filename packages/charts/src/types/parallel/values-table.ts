import { grouped } from '@chartroom/model';
import type { GraphicComponentOption } from 'echarts';
import type { DrawInput } from '../../chart-type.ts';
import { NULL_TEXT } from '../../draw/row-names.ts';
import type { ParallelData, Thread } from './threads.ts';

const FONT_SIZE = 12;
const ROW = 18;
/** Part of the height that the table may take. */
const SHARE = 0.4;
const PADDING = 16;

/** The values of the first lines, as a table at the bottom of the picture. */
export interface ValuesTable {
  height: number;
  marks: GraphicComponentOption[];
}

/** A table of as many lines as there is room for; undefined where there is none. */
export function valuesTable(input: DrawInput, data: ParallelData): ValuesTable | undefined {
  const { height, width, theme } = input;
  const fitting = Math.max(0, Math.floor((height * SHARE) / ROW) - 2);
  const shown = data.threads.slice(0, fitting);
  if (shown.length === 0) return undefined;
  const left = data.threads.length - shown.length;
  const lines = [headings(data), ...shown.map((thread) => cellsOf(thread, data))];
  const tableHeight = (lines.length + (left > 0 ? 1 : 0)) * ROW + PADDING / 2;
  const top = height - tableHeight;
  const columnWidth = (width - 2 * PADDING) / Math.max(1, lines[0]?.length ?? 0);
  const cell = (text: string, row: number, column: number): GraphicComponentOption => {
    const isName = column === 0 && data.dimension !== undefined;
    return {
      type: 'text',
      silent: true,
      x: PADDING + columnWidth * (isName ? column : column + 1) - (isName ? 0 : 4),
      y: top + row * ROW,
      style: {
        text,
        fontSize: FONT_SIZE,
        fontFamily: theme.fontFamily,
        fontWeight: row === 0 ? 'bold' : 'normal',
        fill: row === 0 ? theme.colorText : theme.colorTextSecondary,
        align: isName ? 'left' : 'right',
        width: columnWidth - 8,
        overflow: 'truncate',
      },
    };
  };
  const marks = lines.flatMap((line, row) => line.map((text, column) => cell(text, row, column)));
  const rest = `${grouped(shown.length)} of ${grouped(data.threads.length)} lines`;
  return {
    height: tableHeight,
    marks:
      left > 0 ? [...marks, { ...cell(rest, lines.length, 0), x: PADDING, ...leftText(input, rest) }] : marks,
  };
}

/** What stands alone in its line has the whole width. */
function leftText({ theme, width }: DrawInput, text: string): GraphicComponentOption {
  return {
    type: 'text',
    style: {
      text,
      fontSize: FONT_SIZE,
      fontFamily: theme.fontFamily,
      fill: theme.colorTextSecondary,
      width: width - 2 * PADDING,
      overflow: 'truncate',
    },
  };
}

function headings({ dimension, axes, tinting }: ParallelData): string[] {
  return [
    ...(dimension === undefined ? [] : [dimension]),
    ...[...axes, ...(tinting ? [tinting] : [])].map(({ name }) => name),
  ];
}

function cellsOf({ name, values, tint }: Thread, { dimension, axes, tinting }: ParallelData): string[] {
  const written = (value: number | null | undefined, format: (value: number) => string) =>
    value === null || value === undefined ? NULL_TEXT : format(value);
  return [
    ...(dimension === undefined ? [] : [name]),
    ...axes.map(({ format }, index) => written(values[index], format)),
    ...(tinting ? [written(tint, tinting.format)] : []),
  ];
}
