import type { ComponentType, LayoutItem } from '@chartroom/model';

const NAMES: Readonly<Record<ComponentType, string>> = {
  ROOT: 'Dashboard',
  GRID: 'Grid',
  TABS: 'Tabs',
  TAB: 'Tab',
  ROW: 'Row',
  COLUMN: 'Column',
  CHART: 'Chart',
  MARKDOWN: 'Text',
  HEADER: 'Header',
  DIVIDER: 'Divider',
  DYNAMIC: 'Component',
};

/** What people call a component: its kind, and its own words where it has some. */
export function nameOf(item: LayoutItem): string {
  const own = wordsOf(item).trim();
  const short = own.length > 40 ? `${own.slice(0, 40)}…` : own;
  return short === '' ? NAMES[item.type] : `${NAMES[item.type]} ${short}`;
}

function wordsOf(item: LayoutItem): string {
  switch (item.type) {
    case 'CHART':
      return item.meta.sliceNameOverride ?? item.meta.sliceName ?? '';
    case 'HEADER':
      return item.meta.text ?? '';
    case 'TAB':
      return item.meta.text || item.meta.defaultText || '';
    case 'MARKDOWN':
      return item.meta.code ?? '';
    default:
      return '';
  }
}
