/** Where a page shows a dashboard, and how: what the browser remembers so that the page can come with a picture of it. */
export interface BoardPlace {
  /** Pixels from the upper left corner of the window, and of the board as far as it is in sight. */
  x: number;
  y: number;
  width: number;
  height: number;
  isNarrow: boolean;
  dark: boolean;
  /** In whose way numbers and moments are written. */
  language: string;
}

/** The cookie that remembers it, for each dashboard and for those that were not opened yet. */
export const BOARD_PLACE = 'board_place';

const WRITTEN = /^(\d{1,4})\.(\d{1,4})\.(\d{3,4})\.(\d{2,4})\.([01])\.([01])\.([A-Za-z-]{2,12})$/;

/** As a cookie has it. */
export function boardPlaceText({ x, y, width, height, isNarrow, dark, language }: BoardPlace): string {
  return [x, y, width, height, Number(isNarrow), Number(dark), language].join('.');
}

/** A place as it was written; undefined for any other text. */
export function readBoardPlace(text: string): BoardPlace | undefined {
  const [found, x, y, width, height, isNarrow, dark, language = ''] = WRITTEN.exec(text) ?? [];
  if (found === undefined) return undefined;
  const place = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
  return { ...place, isNarrow: isNarrow === '1', dark: dark === '1', language };
}
