/** What is open by an address; a new `form_data_key`, and another way to name the same dataset, are our own doing. */
export function identityOf(search: URLSearchParams): string {
  const id = search.get('datasource_id');
  const datasource = search.get('datasource') ?? (id && `${id}__${search.get('datasource_type') ?? 'table'}`);
  return [search.get('slice_id'), datasource, search.get('permalink_key'), search.get('viz_type')].join('|');
}
