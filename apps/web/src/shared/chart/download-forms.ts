import type { FileForm } from '../../api/chart-data.ts';

/** Charts whose rows are also to be had as they are shown. */
const PIVOTED = new Set(['pivot_table_v2']);
/** Charts whose rows are also to be had without the chart's own limit. */
const FULL = new Set(['table']);

export interface Download extends FileForm {
  key: string;
  label: string;
  /** All rows, and not as many as the chart shows at most. */
  isFull?: boolean;
}

/** Whether a kind of chart shows its rows otherwise than the database gives them. */
export function isPivoted(kind: string): boolean {
  return PIVOTED.has(kind);
}

/**
 * The files that a kind of chart can be had as; `json` is offered where charts are made, all rows on dashboards where the
 * installation allows it (contract/ui.md B7, D2).
 */
export function downloadsOf(kind: string, where: 'dashboard' | 'explore', allowsFull = false): Download[] {
  const json: Download[] =
    where === 'explore' ? [{ key: 'export_json', label: 'Export to .JSON', format: 'json' }] : [];
  const excel: Download = { key: 'export_xlsx', label: 'Export to Excel', format: 'xlsx' };
  const full: Download[] =
    where === 'dashboard' && allowsFull && FULL.has(kind)
      ? [
          { key: 'export_full_csv', label: 'Export to full .CSV', format: 'csv', isFull: true },
          { key: 'export_full_xlsx', label: 'Export to full Excel', format: 'xlsx', isFull: true },
        ]
      : [];
  if (!isPivoted(kind))
    return [{ key: 'export_csv', label: 'Export to .CSV', format: 'csv' }, ...json, excel, ...full];
  return [
    { key: 'export_csv', label: 'Export to original .CSV', format: 'csv' },
    { key: 'export_pivot_csv', label: 'Export to pivoted .CSV', format: 'csv', pivoted: true },
    { key: 'export_pivot_xlsx', label: 'Export to Pivoted Excel', format: 'xlsx', pivoted: true },
    ...json,
    excel,
  ];
}
