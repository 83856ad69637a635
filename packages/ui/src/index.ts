export { AskAgainContext } from './authorization-alert.tsx';
export * from './chart-wanted.ts';
export * from './code-editor.tsx';
export * from './copy-text.ts';
export { DataGrid } from './data-grid.tsx';
export {
  cellText,
  columnWidths,
  type GridArea,
  type GridColumn,
  type GridSort,
  movedKey,
  nextSort,
  type RecordColumn,
  sortedOrder,
} from './data-grid-model.ts';
export type { GridCell } from './data-grid-row.tsx';
export { DropMenu } from './drop-menu.tsx';
export * from './echarts-host.tsx';
export * from './editable-title.tsx';
export * from './empty-state.tsx';
export * from './error-alert.tsx';
export * from './hint.tsx';
export * from './in-pieces.tsx';
export { type Loadable, loadable } from './loadable.tsx';
export * from './menu-key.ts';
export { PageNumbers } from './page-numbers.tsx';
export { type PlainColumn, PlainTable } from './plain-table.tsx';
export { RecordGrid } from './record-grid.tsx';
export * from './scoped-css.ts';
export { whenSomebodyIsHere } from './somebody.ts';
export * from './sql-text.tsx';
export * from './text-diff.tsx';
export * from './theme.ts';
export * from './use-size.ts';
export { useTurn } from './use-turn.ts';
export { type TreeRow, VirtualTree } from './virtual-tree.tsx';
