import type { Control } from '@chartroom/charts';
import {
  type AdhocFilter,
  type ColumnRef,
  columnLabel,
  type DatasourceData,
  GenericType,
  isAdhocColumn,
  isAdhocMetric,
  type MetricRef,
  metricLabel,
} from '@chartroom/model';
import { toast } from '../../../base/toasts.tsx';
import { FilterPopover } from '../../../shared/adhoc-filter/filter-popover.tsx';
import { filterText } from '../../../shared/adhoc-filter/operators.ts';
import { randomName } from '../../../shared/adhoc-filter/random-name.ts';
import { ColumnPopover } from '../popovers/column-popover.tsx';
import { MetricPopover } from '../popovers/metric-popover.tsx';
import { ListField } from './list-field.tsx';
import { simpleMetric } from './simple-metric.ts';

export interface ReferenceFieldProps {
  control: Control;
  label: string;
  value: unknown;
  datasource: DatasourceData;
  onChange: (value: unknown) => void;
}

/** Dimensions: columns by name or SQL. */
export function ColumnsField({ control, label, value, datasource, onChange }: ReferenceFieldProps) {
  const multi = control.multi ?? false;
  const values = listOf(value).filter(isColumnRef);
  return (
    <ListField<ColumnRef>
      id={`control-${control.name}`}
      label={label}
      values={values}
      textOf={(column) =>
        typeof column === 'string' ? (datasource.verbose_map[column] ?? column) : columnLabel(column)
      }
      multi={multi}
      addText={multi ? 'Drop columns here or click' : 'Drop a column here or click'}
      fromDrop={(item) => (item.kind === 'column' && !values.includes(item.name) ? item.name : undefined)}
      editor={(column, { save, close }) => (
        <ColumnPopover column={column} datasource={datasource} onSave={save} onCancel={close} />
      )}
      onChange={(next) => onChange(multi ? next : (next[0] ?? null))}
    />
  );
}

/** Metrics: saved, simple or SQL. */
export function MetricsField({ control, label, value, datasource, onChange }: ReferenceFieldProps) {
  const multi = control.multi ?? false;
  return (
    <ListField<MetricRef>
      id={`control-${control.name}`}
      label={label}
      values={listOf(value).filter(isMetricRef)}
      textOf={(metric) =>
        typeof metric === 'string' ? (datasource.verbose_map[metric] ?? metric) : metricLabel(metric)
      }
      multi={multi}
      addText={multi ? 'Drop columns/metrics here or click' : 'Drop a column/metric here or click'}
      fromDrop={(item) => (item.kind === 'metric' ? item.name : simpleMetric(item.name, datasource))}
      editor={(metric, { save, close }) => (
        <MetricPopover metric={metric} datasource={datasource} onSave={save} onCancel={close} />
      )}
      onChange={(next) => onChange(multi ? next : (next[0] ?? null))}
    />
  );
}

/** Said when the last temporal filter goes (contract/ui.md D6). */
const NO_TIME_RANGE =
  'That was the last temporal filter: time ranges of dashboards do not reach this chart any more. Undo brings it back.';

/** Filters of the chart itself. */
export function FiltersField({ control, label, value, datasource, onChange }: ReferenceFieldProps) {
  const filters = listOf(value).filter(isAdhocFilter);
  return (
    <ListField<AdhocFilter>
      id={`control-${control.name}`}
      label={label}
      values={filters}
      textOf={(filter) => filterText(filter, datasource)}
      multi
      addText="Drop columns/metrics here or click"
      fromDrop={(item) =>
        item.kind === 'column' ? filterOn(item.name, datasource) : filterOnMetric(item.name, datasource)
      }
      asksOnDrop
      editor={(filter, { save, close }) => (
        <FilterPopover filter={filter} datasource={datasource} onSave={save} onCancel={close} />
      )}
      onChange={(next) => {
        if (hasTimeRange(filters) && !hasTimeRange(next)) toast.warning(NO_TIME_RANGE);
        onChange(next);
      }}
    />
  );
}

function hasTimeRange(filters: readonly AdhocFilter[]): boolean {
  return filters.some(({ operator }) => operator === 'TEMPORAL_RANGE');
}

function filterOn(name: string, datasource: DatasourceData): AdhocFilter | undefined {
  const column = datasource.columns.find((each) => each.column_name === name);
  if (!column) return undefined;
  const filterOptionName = `filter_${randomName()}_${randomName()}`;
  const temporal = column.is_dttm || column.type_generic === GenericType.TEMPORAL;
  return temporal
    ? {
        expressionType: 'SIMPLE',
        clause: 'WHERE',
        subject: name,
        operator: 'TEMPORAL_RANGE',
        operatorId: 'TEMPORAL_RANGE',
        comparator: 'No filter',
        filterOptionName,
      }
    : {
        expressionType: 'SIMPLE',
        clause: 'WHERE',
        subject: name,
        operator: 'IN',
        operatorId: 'IN',
        comparator: [],
        filterOptionName,
      };
}

/** A condition on the groups, which the person completes. */
function filterOnMetric(name: string, { metrics }: DatasourceData): AdhocFilter | undefined {
  const metric = metrics.find((each) => each.metric_name === name);
  return (
    metric && {
      expressionType: 'SQL',
      clause: 'HAVING',
      sqlExpression: `${metric.expression} > 0`,
      filterOptionName: `filter_${randomName()}_${randomName()}`,
    }
  );
}

function listOf(value: unknown): unknown[] {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

function isColumnRef(value: unknown): value is ColumnRef {
  return typeof value === 'string' || isAdhocColumn(value);
}

function isMetricRef(value: unknown): value is MetricRef {
  return (
    typeof value === 'string' ||
    isAdhocMetric(value) ||
    (typeof value === 'object' && value !== null && 'label' in value)
  );
}

function isAdhocFilter(value: unknown): value is AdhocFilter {
  return typeof value === 'object' && value !== null && 'expressionType' in value;
}
