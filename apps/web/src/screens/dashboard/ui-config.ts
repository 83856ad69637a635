import { bootstrap } from '../../base/bootstrap.ts';

/** Bits of `uiConfig` in the address of a page in a frame (contract/ui.md B10). */
const BITS = { title: 1, tabs: 2, chartControls: 8, emitDataMasks: 16, rowLimit: 32 } as const;

/**
 * Whether the page around a frame has set a bit: it leaves out the title, the tabs or the menus of charts, wants
 * to hear of filters, or wants to be told of cut rows.
 */
export function hasUiBit(bit: keyof typeof BITS): boolean {
  if (!bootstrap.embedded) return false;
  return (Number(new URLSearchParams(window.location.search).get('uiConfig') ?? 0) & BITS[bit]) !== 0;
}

/** The chart that the page around a frame wants alone, as the address says; undefined where it shows the whole dashboard. */
export function chartAlone(): number | undefined {
  if (!bootstrap.embedded) return undefined;
  const chart = new URLSearchParams(window.location.search).get('chart');
  return chart === null ? undefined : Number(chart);
}
