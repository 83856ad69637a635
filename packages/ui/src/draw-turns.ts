/** Milliseconds of one turn: with what the browser does itself, a frame. */
const TURN = 12;

interface Wanted {
  element: Element;
  /** What is left to do. */
  steps: (() => void)[];
}

const waiting: Wanted[] = [];
const bell = new MessageChannel();
let isRung = false;

bell.port1.onmessage = takeTurn;

/**
 * Draws something when it is its turn: what is in sight first, and never so much at once that the page cannot answer a person.
 *
 * @param element - where it is drawn
 * @param steps - what is done for it, in turns of their own where one takes long
 * @returns `now` draws it at once if it was not drawn yet, `drop` leaves it undrawn
 */
export function drawInTurn(
  element: Element,
  steps: readonly (() => void)[],
): { now: () => void; drop: () => void } {
  const wanted = { element, steps: [...steps] };
  waiting.push(wanted);
  ring();
  const drop = () => remove(wanted);
  const now = () => {
    if (drop()) for (const step of wanted.steps.splice(0)) step();
  };
  return { now, drop: () => void drop() };
}

/** Whether it was still waiting. */
function remove(wanted: Wanted): boolean {
  const at = waiting.indexOf(wanted);
  if (at >= 0) waiting.splice(at, 1);
  return at >= 0;
}

function ring(): void {
  if (isRung || waiting.length === 0) return;
  isRung = true;
  bell.port2.postMessage(undefined);
}

function takeTurn(): void {
  isRung = false;
  const begun = performance.now();
  do {
    const at = Math.max(
      0,
      waiting.findIndex(({ element }) => isInSight(element)),
    );
    const next = waiting[at];
    if (next && !takeStep(next)) remove(next);
  } while (waiting.length > 0 && performance.now() - begun < TURN);
  ring();
}

/** Takes the next step; tells whether there are more. What fails to be drawn is told, and keeps nothing else from its turn. */
function takeStep({ steps }: Wanted): boolean {
  try {
    steps.shift()?.();
  } catch (error) {
    reportError(error);
    return false;
  }
  return steps.length > 0;
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
