/** Something that a person did to the picture of a page: a click at a place, or a key. */
type Deed = { x: number; y: number } | { key: string };

declare global {
  /** What the page's own first script has kept of them (`web/early-deeds.ts` of the server); not there without a picture. */
  var earlyDeeds: { deeds: Deed[]; end: AbortController; heard?: () => void } | undefined;
}

/** What a click consists of for those who listen. */
const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
/** A chart of a dashboard. */
const TILE = 'article[data-status]';
/** What has the focus when something in it is pressed. */
const FOCUSABLE = 'a[href], button, input, textarea, select, [tabindex], [contenteditable=true]';

/** Whether the person has done anything that is kept. */
export function hasEarlyDeeds(): boolean {
  return (globalThis.earlyDeeds?.deeds.length ?? 0) > 0;
}

/** Says once that something is kept, at once where something is. */
export function onEarlyDeed(heard: () => void): void {
  const early = globalThis.earlyDeeds;
  if (!early) return;
  if (hasEarlyDeeds()) {
    heard();
    return;
  }
  early.heard = () => {
    delete early.heard;
    heard();
  };
}

/** The chart that the first of them is a click on: its tile, as soon as it stands there. */
export function chartClickedEarly(): Element | undefined {
  const first = globalThis.earlyDeeds?.deeds[0];
  if (!first || 'key' in first) return undefined;
  const under = document.elementsFromPoint(first.x, first.y).find((each) => each.closest(TILE));
  return under?.closest(TILE) ?? undefined;
}

/** From now on the page meets by itself what is done to it; what was done before is forgotten. */
export function endEarlyDeeds(): Deed[] {
  const early = globalThis.earlyDeeds;
  early?.end.abort();
  document.documentElement.style.cursor = '';
  return early?.deeds.splice(0) ?? [];
}

/** Does to the page what was done to its picture, which it looks the same as. */
export function doEarlyDeeds(): void {
  for (const deed of endEarlyDeeds()) {
    if ('key' in deed) press(deed.key);
    else click(deed.x, deed.y);
  }
}

function click(x: number, y: number): void {
  const element = document.elementFromPoint(x, y);
  if (!element) return;
  const place = { clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true, view: window };
  for (const type of PRESS) {
    const isPointer = type.startsWith('pointer');
    const event = isPointer
      ? new PointerEvent(type, { ...place, pointerId: 1, pointerType: 'mouse', isPrimary: true })
      : new MouseEvent(type, { ...place, detail: 1 });
    const isTaken = !element.dispatchEvent(event);
    if (type !== 'mousedown' || isTaken) continue;
    const focused = element.closest(FOCUSABLE);
    if (focused instanceof HTMLElement) focused.focus({ focusVisible: false });
  }
}

function press(key: string): void {
  const target = document.activeElement ?? document.body;
  const isTaken = !target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true }),
  );
  if (isTaken) return;
  // The one way by which a script writes as a person does: into fields and editors alike, and to be undone like anything.
  if (key === 'Backspace') document.execCommand('delete');
  else if (key.length === 1) document.execCommand('insertText', false, key);
}
