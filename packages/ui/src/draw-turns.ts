/** Milliseconds of one turn: with what the browser does itself, a frame. */
const TURN = 12;

interface Wanted {
  element: Element;
  draw: () => void;
}

const waiting: Wanted[] = [];
const bell = new MessageChannel();
let isRung = false;

bell.port1.onmessage = takeTurn;

/**
 * Draws something when it is its turn: what is in sight first, and never so much at once that the page cannot answer a person.
 *
 * @param element - where it is drawn
 * @returns `now` draws it at once if it was not drawn yet, `drop` leaves it undrawn
 */
export function drawInTurn(element: Element, draw: () => void): { now: () => void; drop: () => void } {
  const wanted = { element, draw };
  waiting.push(wanted);
  ring();
  const drop = () => {
    const at = waiting.indexOf(wanted);
    if (at >= 0) waiting.splice(at, 1);
    return at >= 0;
  };
  const now = () => {
    if (drop()) draw();
  };
  return { now, drop: () => void drop() };
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
    const [next] = waiting.splice(at, 1);
    // What fails to be drawn is told, and keeps nothing else from its turn.
    if (next) drawOne(next);
  } while (waiting.length > 0 && performance.now() - begun < TURN);
  ring();
}

function drawOne({ draw }: Wanted): void {
  try {
    draw();
  } catch (error) {
    reportError(error);
  }
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
