import type { OpenDashboard } from '../../../api/dashboards.ts';

/** The dataset that most charts of a dashboard ask. */
export function usualDataset({
  charts,
  datasets,
}: Pick<OpenDashboard, 'charts' | 'datasets'>): number | undefined {
  const asked = (uid: string) => charts.filter(({ form_data }) => form_data.datasource === uid).length;
  return datasets.toSorted((one, other) => asked(other.uid) - asked(one.uid))[0]?.id;
}
