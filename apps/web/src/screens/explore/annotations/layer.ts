import { membersOf, readFormula, textOf, textsOf } from '@chartroom/charts';
import { isJsonObject } from '@chartroom/model';

/** An annotation layer of a chart as it is stored (contract/charts.md §5.4); members that are not known stay. */
export type Layer = Readonly<Record<string, unknown>>;

/** A choice of a field: what is stored, and how it reads. */
export interface Option {
  value: string;
  label: string;
}

export const KINDS: readonly Option[] = [
  { value: 'FORMULA', label: 'Formula' },
  { value: 'EVENT', label: 'Event' },
  { value: 'INTERVAL', label: 'Interval' },
  { value: 'TIME_SERIES', label: 'Time Series' },
];

const OCCURRENCES: readonly Option[] = [
  { value: 'NATIVE', label: 'Annotation layer' },
  { value: 'table', label: 'Table' },
];

/** Where a layer of a kind may come from; a formula comes from nowhere. */
export const SOURCES: Readonly<Record<string, readonly Option[]>> = {
  EVENT: OCCURRENCES,
  INTERVAL: OCCURRENCES,
  TIME_SERIES: [{ value: 'line', label: 'Time-series Line Chart' }],
};

/** Chart types that can be such a source. */
export const SOURCE_TYPES: Readonly<Record<string, readonly string[]>> = {
  table: ['table', 'ag-grid-table'],
  line: ['echarts_timeseries_line'],
};

export const STYLES: readonly Option[] = [
  { value: 'solid', label: 'Solid' },
  { value: 'dashed', label: 'Dashed' },
  { value: 'longDashed', label: 'Long dashed' },
  { value: 'dotted', label: 'Dotted' },
];

export const OPACITIES: readonly Option[] = [
  { value: '', label: 'Solid' },
  { value: 'opacityLow', label: '0.2' },
  { value: 'opacityMedium', label: '0.5' },
  { value: 'opacityHigh', label: '0.8' },
];

/** A layer before anything is said of it. */
export const NEW_LAYER: Layer = {
  name: '',
  annotationType: 'FORMULA',
  sourceType: '',
  value: '',
  show: true,
  showLabel: false,
  style: 'solid',
  opacity: '',
  color: null,
  width: 1,
  showMarkers: false,
  hideLine: false,
  overrides: { time_range: null },
  timeColumn: '',
  intervalEndColumn: '',
  titleColumn: '',
  descriptionColumns: [],
};

/** The layers of stored form data. */
export function layersOf(value: unknown): Layer[] {
  return Array.isArray(value) ? value.filter((each): each is Layer => isJsonObject(each)) : [];
}

export function kindOf(layer: Layer): string {
  return textOf(layer.annotationType) ?? 'FORMULA';
}

/** Whether its marks come from another chart. */
export function isFromChart(layer: Layer): boolean {
  return textOf(layer.sourceType) !== undefined && Object.hasOwn(SOURCE_TYPES, String(layer.sourceType));
}

/** A layer of another kind: where it comes from, and what it is, are to be said anew. */
export function withKind(layer: Layer, annotationType: string): Layer {
  return withSource({ ...layer, annotationType }, SOURCES[annotationType]?.[0]?.value ?? '');
}

/** A layer from elsewhere: its old value and columns mean nothing there. */
export function withSource(layer: Layer, sourceType: string): Layer {
  const { timeColumn, intervalEndColumn, titleColumn, descriptionColumns } = NEW_LAYER;
  return {
    ...layer,
    sourceType,
    value: '',
    timeColumn,
    intervalEndColumn,
    titleColumn,
    descriptionColumns,
  };
}

/** What is missing or wrong, by the field that says it. */
export function problemsOf(layer: Layer, others: readonly string[]): Readonly<Record<string, string>> {
  const name = (textOf(layer.name) ?? '').trim();
  const problems: Record<string, string> = {};
  if (name === '') problems.name = 'Mandatory';
  else if (others.includes(name)) problems.name = 'Another layer of this chart has this name.';
  const wrong = valueProblem(layer);
  if (wrong) problems.value = wrong;
  if (!isFromChart(layer) || kindOf(layer) === 'TIME_SERIES') return problems;
  if (!textOf(layer.timeColumn)) problems.timeColumn = 'Mandatory';
  if (kindOf(layer) === 'INTERVAL' && !textOf(layer.intervalEndColumn))
    problems.intervalEndColumn = 'Mandatory';
  return problems;
}

function valueProblem(layer: Layer): string | undefined {
  const value = String(layer.value ?? '').trim();
  if (value === '') return 'Mandatory';
  if (kindOf(layer) !== 'FORMULA') return undefined;
  try {
    readFormula(value);
    return undefined;
  } catch {
    return 'Bad formula.';
  }
}

/** What a layer takes from itself instead of from the chart under it: `null` stands for the chart's own. */
export function overridesOf(layer: Layer): Readonly<Record<string, unknown>> {
  return membersOf(layer.overrides);
}

/** How a layer reads in a list. */
export function layerText(layer: Layer): string {
  const name = textOf(layer.name) ?? '';
  return layer.show === false ? `${name} (hidden)` : name;
}

export function descriptionsOf(layer: Layer): string[] {
  return textsOf(layer.descriptionColumns);
}
