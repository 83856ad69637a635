/** A piece of a picture from one height to another. */
export interface Cut {
  from: number;
  to: number;
}

/**
 * Cuts a picture into pages of at most a height. What should stay whole is not cut in two, unless it is higher than a page
 * by itself.
 */
export function pageCuts(height: number, most: number, whole: readonly Cut[]): Cut[] {
  const cuts: Cut[] = [];
  let from = 0;
  while (height - from > most) {
    const to = cutAbove(from, from + most, whole);
    cuts.push({ from, to });
    from = to;
  }
  return [...cuts, { from, to: height }];
}

/** The lowest place up to `to` that cuts nothing; `to` itself where there is none below `from`. */
function cutAbove(from: number, to: number, whole: readonly Cut[]): number {
  let place = to;
  for (;;) {
    const crossed = whole.filter((piece) => piece.from < place && piece.to > place && piece.from > from);
    if (crossed.length === 0) return place > from ? place : to;
    place = Math.min(...crossed.map((piece) => piece.from));
  }
}
