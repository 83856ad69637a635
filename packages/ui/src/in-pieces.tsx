import { type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Makes what takes long to be made for the first time in pieces, between which the browser can do something else, and shows it
 * when it is whole.
 *
 * @param props.before - what is shown until then
 */
export function InPieces({ before, children }: { before: ReactNode; children: ReactNode }): ReactNode {
  const [isBegun, setBegun] = useState(false);
  useEffect(() => startTransition(() => setBegun(true)), []);
  return isBegun ? children : before;
}
