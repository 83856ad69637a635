/** Where a chart opens. */
export function chartUrl(id: number | string): string {
  return `/explore/?slice_id=${id}`;
}

/** Where a chart of a dataset is begun. */
export function datasetUrl(id: number | string): string {
  return `/explore/?datasource_type=table&datasource_id=${id}`;
}

/** Where a dashboard opens. */
export function dashboardUrl({ id, slug }: { id: number | string; slug?: string | null }): string {
  return `/superset/dashboard/${encodeURIComponent(slug || id)}/`;
}
