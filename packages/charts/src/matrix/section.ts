import { type DatasourceData, GenericType } from '@chartroom/model';
import type { ChartType } from '../chart-type.ts';
import { plainChoices } from '../controls/choices.ts';
import type { Choice, Control, ControlPanel, ControlState, Section } from '../controls/control.ts';
import {
  checkbox,
  laidOut,
  metrics,
  REQUIRED,
  radio,
  type SectionEntry,
  select,
  special,
  text,
} from '../controls/control-makers.ts';
import { textOf } from '../question/read-form.ts';
import { templateProblem } from './cells.ts';
import {
  type Along,
  along,
  BOTH_METRICS,
  CHARTS_PER_ROW,
  canRepeat,
  type MatrixAxis,
  MOST_ALONG,
  metricField,
  ROW_HEIGHTS,
  TOP_VALUES,
} from './matrix.ts';

type Condition = (state: ControlState) => boolean;

const WORDS = { rows: 'Rows', columns: 'Columns' } as const;
const OTHER = { rows: 'columns', columns: 'rows' } as const;

const isOn: Condition = ({ form }) => form.matrixify_enable === true;

/** Every change of a panel asks for it several times over. */
const PANELS = new WeakMap<ChartType, ControlPanel>();

/** The panel of a chart type with the section that repeats its charts as a matrix, where they can be. */
export function panelOf(type: ChartType): ControlPanel {
  const known = PANELS.get(type);
  if (known) return known;
  const panel = canRepeat(type)
    ? { sections: [...type.controls.sections, matrixSection(metricField(type) !== undefined)] }
    : type.controls;
  PANELS.set(type, panel);
  return panel;
}

/** Columns whose values can stand along a side of a matrix. */
export function matrixDimensions(datasource: DatasourceData | null): Choice[] {
  return (datasource?.columns ?? [])
    .filter(({ is_dttm, type_generic }) => !is_dttm && type_generic !== GenericType.TEMPORAL)
    .map(({ column_name, verbose_name }) => [column_name, verbose_name || column_name]);
}

function matrixSection(hasMetrics: boolean): Section {
  return {
    label: 'Matrixify',
    tab: 'data',
    expanded: false,
    description: 'Repeats the chart as a matrix of small ones, one for each row and column',
    ...laidOut(
      checkbox('matrixify_enable', 'Enable matrixify', false, { check: oneSide }),
      ...sideControls('rows', hasMetrics),
      ...sideControls('columns', hasMetrics),
      'Cells',
      ...cellControls(),
    ),
  };
}

function oneSide({ form }: ControlState): string | undefined {
  if (form.matrixify_enable !== true || along(form, 'rows') || along(form, 'columns')) return undefined;
  return 'choose what stands in rows or columns';
}

function sideControls(axis: MatrixAxis, hasMetrics: boolean): SectionEntry[] {
  const side = ({ form }: ControlState): Along | undefined => along(form, axis);
  const shows =
    (fits: (along: Along) => boolean): Condition =>
    (state) => {
      const now = side(state);
      return isOn(state) && now !== undefined && fits(now);
    };
  const byDimension = shows(({ kind }) => kind === 'dimension');
  const byChoice = (choice: string) => shows((now) => now.kind === 'dimension' && now.choice === choice);
  const isRanked: Condition = (state) =>
    byChoice('topn')(state) ||
    (byChoice('all')(state) && state.form[`matrixify_all_sort_by_${axis}`] === 'metric');
  const whole = WORDS[axis];
  return [
    whole,
    {
      ...radio(`matrixify_mode_${axis}`, `${whole} by`, [], 'disabled', {
        visible: isOn,
        ...(hasMetrics && { description: BOTH_METRICS }),
        check: ({ form }) =>
          along(form, axis)?.kind === 'metrics' && along(form, OTHER[axis])?.kind === 'metrics'
            ? BOTH_METRICS
            : undefined,
      }),
      choicesFrom: ({ form }) => modes(hasMetrics && !leavesNoMetrics(form, axis)),
    },
    metrics(`matrixify_${axis}`, 'Metrics', undefined, {
      multi: true,
      visible: shows(({ kind }) => kind === 'metrics'),
      ...REQUIRED,
    }),
    select(`matrixify_dimension_selection_mode_${axis}`, 'Selection method', WAYS, 'members', {
      visible: byDimension,
      clearable: false,
      description: `All dimensions are the first ${MOST_ALONG} if there are more.`,
    }),
    special('MatrixDimensionControl', `matrixify_dimension_${axis}`, 'Dimension', undefined, {
      visible: byDimension,
      fromDatasource: true,
      check: (state) => dimensionProblem(side(state)),
    }),
    {
      ...special('NumberControl', `matrixify_topn_value_${axis}`, 'Number of top values', TOP_VALUES),
      visible: byChoice('topn'),
      isInt: true,
      min: 1,
      max: MOST_ALONG,
    },
    select(`matrixify_all_sort_by_${axis}`, 'Sort by', SORTS, 'a_to_z', {
      visible: byChoice('all'),
      clearable: false,
    }),
    metrics(`matrixify_topn_metric_${axis}`, 'Metric for ordering', undefined, {
      visible: isRanked,
      ...REQUIRED,
    }),
    checkbox(`matrixify_topn_order_${axis}`, 'Sort descending', true, { visible: isRanked }),
  ];
}

const WAYS: readonly Choice[] = [
  ['members', 'Dimension members'],
  ['topn', 'Top n'],
  ['all', 'All dimensions'],
];
const SORTS: readonly Choice[] = [
  ['a_to_z', 'A-Z'],
  ['z_to_a', 'Z-A'],
  ['metric', 'Metric'],
];

/** Metrics stand along one side only; where they stand along both already, the choice is in sight. */
function leavesNoMetrics(form: ControlState['form'], axis: MatrixAxis): boolean {
  return along(form, OTHER[axis])?.kind === 'metrics' && along(form, axis)?.kind !== 'metrics';
}

function modes(offersMetrics: boolean): Choice[] {
  const metric: Choice[] = offersMetrics ? [['metrics', 'Metrics']] : [];
  return [['disabled', 'Disabled'], ...metric, ['dimensions', 'Dimensions']];
}

function dimensionProblem(side: Along | undefined): string | undefined {
  if (side?.kind !== 'dimension') return undefined;
  if (side.dimension === '') return 'cannot be empty';
  return side.choice === 'members' && side.values.length === 0 ? 'choose at least one value' : undefined;
}

function cellControls(): Control[] {
  const redrawn = { renderTrigger: true };
  const has =
    (axis: MatrixAxis): Condition =>
    (state) =>
      isOn(state) && along(state.form, axis) !== undefined;
  return [
    {
      ...special('NumberControl', 'matrixify_row_height', 'Row height', ROW_HEIGHTS.usual, redrawn),
      description: 'Height of each row in pixels',
      visible: isOn,
      isInt: true,
      min: ROW_HEIGHTS.least,
      max: ROW_HEIGHTS.most,
    },
    checkbox('matrixify_fit_columns_dynamically', 'Fit columns dynamically', true, {
      ...redrawn,
      visible: isOn,
      description: 'All columns share the width',
    }),
    select(
      'matrixify_charts_per_row',
      'Charts per row',
      plainChoices([1, 2, 3, 4, 5, 6, 8, 10, 12]),
      CHARTS_PER_ROW,
      {
        ...redrawn,
        freeForm: true,
        clearable: false,
        isInt: true,
        visible: (state) => isOn(state) && state.form.matrixify_fit_columns_dynamically === false,
        check: ({ form }) => fewest(form.matrixify_charts_per_row),
      },
    ),
    text('matrixify_cell_title_template', 'Title', '', {
      ...redrawn,
      visible: isOn,
      placeholder: '{{rowLabel}}, {{colLabel}}',
      description:
        'What stands above each chart. {{rowLabel}} and {{colLabel}} stand for its row and its column.',
      check: ({ form }) => templateProblem(textOf(form.matrixify_cell_title_template) ?? ''),
    }),
    checkbox('matrixify_show_row_labels', 'Show row labels', true, { ...redrawn, visible: has('rows') }),
    checkbox('matrixify_show_column_headers', 'Show column headers', true, {
      ...redrawn,
      visible: has('columns'),
    }),
  ];
}

function fewest(value: unknown): string | undefined {
  return value !== undefined && Number(value) < 1 ? 'must be 1 or more' : undefined;
}
