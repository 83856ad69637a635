/** Milliseconds after which what people use is loaded though nobody has shown up: the server may be out of reach when they do. */
const PATIENCE = 20_000;

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const;

const wanted = new Set<() => Promise<void>>();
let isHere = false;
let isWatching = false;

/**
 * Loads what only a person needs (menus, hints, messages) as soon as one shows up, by the pointer or a key; until then it is in the
 * way of what the page shows.
 *
 * @param load - never rejects: whoever needs it asks again, and is told then what went wrong
 */
export function whenSomebodyIsHere(load: () => Promise<void>): void {
  if (typeof window === 'undefined') return;
  wanted.add(load);
  if (isHere) begin();
  else watch();
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const patience = setTimeout(arrive, PATIENCE);
  function arrive() {
    isHere = true;
    clearTimeout(patience);
    for (const sign of SIGNS) window.removeEventListener(sign, arrive, true);
    begin();
  }
  for (const sign of SIGNS) window.addEventListener(sign, arrive, { capture: true, passive: true });
}

function begin(): void {
  for (const load of wanted) void load();
  wanted.clear();
}
