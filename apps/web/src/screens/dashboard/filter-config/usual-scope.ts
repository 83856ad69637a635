import { isDeepEqual, type NativeFilter, ROOT_ID, type Scope } from '@chartroom/model';
import type { OpenDashboard } from '../../../api/dashboards.ts';

type Board = Pick<OpenDashboard, 'charts' | 'datasets'>;

/** What a filter reaches at first: every chart, but not those of other data (contract/ui.md C5). */
export function usualScope(datasetId: number | undefined, { charts, datasets }: Board): Scope {
  const asked = datasets.find(({ id }) => id === datasetId)?.uid;
  const isOther = (uid: string) => asked !== undefined && uid !== asked;
  const excluded = charts.flatMap(({ id, form_data }) => (isOther(form_data.datasource) ? id : []));
  return { rootPath: [ROOT_ID], excluded };
}

/** What a filter reaches once it asks another dataset: nobody's own choice is changed. */
export function scopeAfter(
  filter: NativeFilter,
  datasetId: number | undefined,
  board: Board,
): Scope | undefined {
  const before = usualScope(filter.targets?.[0]?.datasetId, board);
  return isDeepEqual(filter.scope, before) ? usualScope(datasetId, board) : filter.scope;
}
