/**
 * The script before the picture which a page begins with: it keeps what a person does to the picture as soon as it is seen: clicks, and keys
 * that write. The page does so when it looks the same (`base/early-deeds.ts` of the web application). Everything else goes by:
 * whoever scrolls or goes on by Tab leaves the picture.
 */
export function earlyDeeds(nonce: string): string {
  return `<script nonce="${nonce}">{
    const early = { deeds: [], end: new AbortController() };
    globalThis.earlyDeeds = early;
    const keep = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.button > 0) return;
      const isKey = event.type === 'keydown';
      if (isKey && event.key.length > 1 && !['Enter', 'Backspace'].includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      document.documentElement.style.cursor = 'progress';
      if (isKey) early.deeds.push({ key: event.key });
      else if (event.type === 'click') early.deeds.push({ x: event.clientX, y: event.clientY });
      else return;
      early.heard?.();
    };
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown'])
      addEventListener(type, keep, { capture: true, signal: early.end.signal });
  }</script>`;
}
