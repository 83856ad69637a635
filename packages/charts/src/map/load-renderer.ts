/** What draws maps, fetched when the first one is shown. */
export function loadMapRenderer() {
  return import('./render.ts');
}
