import type { FileForm } from '../../api/chart-data.ts';

/** Charts whose rows are also to be had as they are shown. */
const PIVOTED = new Set(['pivot_table_v2']);

export interface Download extends FileForm {
  key: string;
  label: string;
}

/** The files that a kind of chart can be had as; `json` is offered where charts are made (contract/ui.md B7, D2). */
export function downloadsOf(kind: string, where: 'dashboard' | 'explore'): Download[] {
  const json: Download[] =
    where === 'explore' ? [{ key: 'export_json', label: 'Export to .JSON', format: 'json' }] : [];
  const excel: Download = { key: 'export_xlsx', label: 'Export to Excel', format: 'xlsx' };
  if (!PIVOTED.has(kind))
    return [{ key: 'export_csv', label: 'Export to .CSV', format: 'csv' }, ...json, excel];
  return [
    { key: 'export_csv', label: 'Export to original .CSV', format: 'csv' },
    { key: 'export_pivot_csv', label: 'Export to pivoted .CSV', format: 'csv', pivoted: true },
    { key: 'export_pivot_xlsx', label: 'Export to Pivoted Excel', format: 'xlsx', pivoted: true },
    ...json,
    excel,
  ];
}
