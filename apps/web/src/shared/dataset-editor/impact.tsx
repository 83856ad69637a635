import { chartUrl, type DatasetImpact, dashboardTitle, dashboardUrl, datasetApi } from '@chartroom/model';
import { Alert } from 'antd';
import { api } from '../../api/api.ts';
import styles from './dataset-editor.module.css';

/** What of the charts and filters of a dataset uses columns or metrics that are about to go; nothing where none do. */
export async function fetchImpact(id: number, names: readonly string[]): Promise<DatasetImpact | undefined> {
  if (names.length === 0) return undefined;
  const { result } = await api(datasetApi.impact, { params: { pk: id }, body: { names: [...names] } });
  return result.charts.length + result.filters.length + result.others > 0 ? result : undefined;
}

/** Each chart and filter that will break, and by what. */
export function Impact({ impact: { charts, filters, others } }: { impact: DatasetImpact }) {
  return (
    <Alert
      type="error"
      title="What you take away or call otherwise is in use. This will break:"
      description={
        <ul className={styles.impact}>
          {charts.map(({ id, slice_name, uses }) => (
            <li key={`chart ${id}`}>
              <a href={chartUrl(id)} target="_blank" rel="noreferrer">
                {slice_name}
              </a>{' '}
              (chart) uses {uses.join(', ')}
            </li>
          ))}
          {filters.map(({ dashboard_id, name, uses, ...dashboard }) => (
            <li key={`filter ${dashboard_id} ${name}`}>
              {name} (filter of{' '}
              <a href={dashboardUrl({ id: dashboard_id })} target="_blank" rel="noreferrer">
                {dashboardTitle(dashboard)}
              </a>
              ) uses {uses.join(', ')}
            </li>
          ))}
          {others > 0 && <li>{others} more that you may not see</li>}
        </ul>
      }
    />
  );
}
