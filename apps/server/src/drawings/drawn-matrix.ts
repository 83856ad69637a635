import {
  axisValues,
  type ChartType,
  loadStillPictures,
  type MatrixCell,
  matrixCells,
  matrixOf,
} from '@chartroom/charts';
import type { ChartPen } from './chart-pen.ts';
import type { AskedChart, PictureSize } from './drawing-work.ts';

/** Pixels, as a page has them. */
const LABELS = 120;
const HEAD = 30;
const PADDING = 4;
const LETTERS = 12;
const TITLE = 18;

/** A chart repeated as many small ones, as many rows of them as there is room for; `draw` draws each. */
export async function drawnMatrix(
  type: ChartType,
  asked: AskedChart,
  pen: ChartPen,
  draw: (cell: AskedChart, pen: ChartPen) => Promise<string>,
): Promise<string> {
  const { placedPicture, stillMessage, svgDocument, textMarkup } = await loadStillPictures();
  const { look, size } = pen;
  const matrix = matrixOf(type, asked.form);
  if (!matrix || matrix.problem !== undefined)
    return stillMessage({ title: matrix?.problem ?? '', isProblem: true }, look, size);
  const { rows, columns } = axisValues(matrix, pen.answers.results(asked.answer), asked.datasource);
  const cells = matrixCells(type, asked.form, { rows, columns }, matrix.titleTemplate);
  const across = columns?.values.length ?? 1;
  const left = rows && matrix.showsRowLabels ? Math.min(LABELS, size.width * 0.2) : 0;
  const top = columns && matrix.showsColumnHeaders ? HEAD : 0;
  const width = (size.width - left) / Math.max(1, across);
  const shown = cells.filter(({ row }) => top + row * matrix.rowHeight < size.height);
  const text = (words: string, x: number, y: number, room: number) =>
    textMarkup(words, { x, y, size: LETTERS, room, color: look.colorText });
  const parts: string[] = [];
  for (const cell of shown) {
    const box = {
      x: left + cell.column * width,
      y: top + cell.row * matrix.rowHeight,
      width,
      height: matrix.rowHeight,
    };
    if (cell.column === 0 && left > 0)
      parts.push(text(rows?.values[cell.row]?.label ?? '', 6, box.y + 18, left - 12));
    if (cell.row === 0 && top > 0)
      parts.push(text(columns?.values[cell.column]?.label ?? '', box.x + 6, 19, width - 12));
    if (cell.title !== '') parts.push(text(cell.title, box.x + PADDING, box.y + 13, width - 2 * PADDING));
    const room = roomOf(box, cell);
    const small = await draw(
      { form: cell.form, datasource: asked.datasource, ...(asked.cells?.[cell.key] ?? {}) },
      { ...pen, size: { width: Math.floor(room.width), height: Math.floor(room.height) } },
    );
    parts.push(placedPicture(small, { x: Math.round(room.x), y: Math.round(room.y) }));
    parts.push(
      `<rect x="${box.x}" y="${box.y}" width="${width}" height="${box.height}" fill="none" stroke="${look.colorSplit}"/>`,
    );
  }
  return svgDocument(parts.join(''), size, look.fontFamily);
}

function roomOf(
  { x, y, width, height }: PictureSize & { x: number; y: number },
  { title }: MatrixCell,
): PictureSize & { x: number; y: number } {
  const head = title === '' ? 0 : TITLE;
  return {
    x: x + PADDING,
    y: y + PADDING + head,
    width: Math.max(1, width - 2 * PADDING),
    height: Math.max(1, height - 2 * PADDING - head),
  };
}
