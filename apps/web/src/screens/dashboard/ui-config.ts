import { bootstrap } from '../../app/bootstrap.ts';

/** Bits of `uiConfig` in the address of a page in a frame (contract/ui.md B10). */
const BITS = { title: 1, chartControls: 8, emitDataMasks: 16 } as const;

/** Whether the page around a frame has set a bit: it leaves out the title or the menus of charts, or wants to hear of filters. */
export function hasUiBit(bit: keyof typeof BITS): boolean {
  if (!bootstrap.embedded) return false;
  return (Number(new URLSearchParams(window.location.search).get('uiConfig') ?? 0) & BITS[bit]) !== 0;
}
