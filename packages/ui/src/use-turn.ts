import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { drawInTurn } from './draw-turns.ts';

/**
 * Whether it is the turn of what stands in an element to be made: one after another, what is in sight first, and between two the page
 * can answer a person. Made at once, many of them would hold it up as long as all of them take.
 */
export function useTurn(element: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isTurn, setTurn] = useState(false);
  useEffect(() => {
    if (!isWanted) setTurn(false);
    else if (!isTurn && element.current)
      return drawInTurn(element.current, [() => flushSync(() => setTurn(true))]).drop;
    return undefined;
  }, [element, isWanted, isTurn]);
  return isWanted && isTurn;
}
