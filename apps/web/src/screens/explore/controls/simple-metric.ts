import { type DatasourceData, GenericType, hasSavedMetricsOnly, type MetricRef } from '@chartroom/model';
import { randomName } from '../../../shared/adhoc-filter/random-name.ts';

/** A metric for a column that was dropped or clicked: SUM of a number, else COUNT_DISTINCT; none where only saved ones may be. */
export function simpleMetric(name: string, datasource: DatasourceData): MetricRef | undefined {
  const column = datasource.columns.find((each) => each.column_name === name);
  if (!column || hasSavedMetricsOnly(datasource.extra)) return undefined;
  const aggregate = column.type_generic === GenericType.NUMERIC ? 'SUM' : 'COUNT_DISTINCT';
  return {
    expressionType: 'SIMPLE',
    column: { ...column },
    aggregate,
    sqlExpression: null,
    label: `${aggregate}(${name})`,
    hasCustomLabel: false,
    optionName: `metric_${randomName()}_${randomName()}`,
  };
}
