import type { Block } from './blocks.ts';

/** Pixels of a text below a block, beside which the next row of blocks begins. */
const TEXT = 16;
/** Pixels of the name of a metric and of the colours below it. */
const NAME = 22;
const COLORS = 22;
/** Pixels between the calendar and the edges of the picture. */
export const PADDING = 10;
/** Cells are not smaller, even where they do not fit. */
const SMALLEST = 2;

/** What a layout is made for. */
export interface LayoutRequest {
  width: number;
  height: number;
  cell: number;
  padding: number;
  withNames: boolean;
  withColors: boolean;
  calendars: number;
}

/** Where a block stands in its calendar. */
export interface PlacedBlock {
  block: Block;
  left: number;
  top: number;
}

export interface Layout {
  /** Pixels of a cell and from one to the next. */
  cell: number;
  step: number;
  placed: PlacedBlock[];
  /** Pixels from one calendar to the next, and in each to its colours and its blocks. */
  pitch: number;
  colorsTop: number;
  blocksTop: number;
}

/** Lays blocks out in lines, with cells as large as asked for where all of it fits, else smaller. */
export function layoutOf(blocks: readonly Block[], request: LayoutRequest): Layout {
  const wanted = Math.max(SMALLEST, request.cell);
  for (let cell = wanted; cell > SMALLEST; cell--) {
    const layout = withCells(blocks, request, cell);
    if (fits(layout, request)) return layout;
  }
  return withCells(blocks, request, SMALLEST);
}

function fits({ placed, pitch, step }: Layout, { calendars, height, width }: LayoutRequest): boolean {
  const right = placed.reduce((most, { left, block }) => Math.max(most, left + block.columns * step), 0);
  return calendars * pitch <= height - PADDING && right <= width - PADDING;
}

function withCells(blocks: readonly Block[], request: LayoutRequest, cell: number): Layout {
  const shrunk = cell / Math.max(1, request.cell);
  const step = cell + Math.max(0, request.padding) * Math.min(1, shrunk);
  const gap = cell + 2;
  const placed: PlacedBlock[] = [];
  let [left, top, tallest] = [PADDING, 0, 0];
  for (const block of blocks) {
    const wide = block.columns * step;
    if (left > PADDING && left + wide > request.width - PADDING) {
      top += tallest * step + TEXT;
      [left, tallest] = [PADDING, 0];
    }
    placed.push({ block, left, top });
    tallest = Math.max(tallest, block.rows);
    left += wide + gap;
  }
  const colorsTop = PADDING + (request.withNames ? NAME : 0);
  const blocksTop = colorsTop + (request.withColors ? COLORS : 0);
  return { cell, step, placed, colorsTop, blocksTop, pitch: blocksTop + top + tallest * step + TEXT };
}
