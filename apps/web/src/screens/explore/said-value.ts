import {
  type Control,
  type ControlState,
  isAdhocFilter,
  membersOf,
  orderText,
  textOf,
} from '@chartroom/charts';
import {
  columnLabel,
  type DatasourceData,
  isAdhocColumn,
  isAdhocMetric,
  metricLabel,
} from '@chartroom/model';
import { filterText } from '../../shared/adhoc-filter/operators.ts';

const LONGEST = 160;
const NOTHING = 'None';

/** A setting of the panel as a person would say it. */
export function saidValue(value: unknown, control: Control | undefined, state: ControlState): string {
  const choice = choiceText(value, control, state);
  const text = choice ?? said(value, control, state);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function said(value: unknown, control: Control | undefined, state: ControlState): string {
  if (value === undefined || value === null || value === '') return NOTHING;
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (typeof value === 'string' || typeof value === 'number') return nameText(String(value), control, state);
  if (Array.isArray(value)) return listText(value, control, state);
  return objectText(membersOf(value), control, state);
}

/** What the panel calls a value that it offers. */
function choiceText(value: unknown, control: Control | undefined, state: ControlState): string | undefined {
  const choices = control?.choicesFrom?.(state) ?? control?.choices ?? [];
  const wanted = JSON.stringify(value);
  return choices.find(([each]) => JSON.stringify(each) === wanted)?.[1];
}

/** Names of columns and metrics stand for what people call them. */
function nameText(text: string, control: Control | undefined, { datasource }: ControlState): string {
  const isName = control?.type.startsWith('Dnd') === true;
  return orderText(text, datasource) ?? (isName ? (datasource?.verbose_map[text] ?? text) : text);
}

function listText(values: readonly unknown[], control: Control | undefined, state: ControlState): string {
  if (values.length === 0) return NOTHING;
  const order = orderText(values, state.datasource);
  if (order !== undefined) return order;
  if (control?.type === 'BoundsControl') return boundsText(values);
  const texts = values.map((value) => choiceText(value, control, state) ?? said(value, control, state));
  return texts.join(texts.some((text) => text.includes(', ')) ? '; ' : ', ');
}

function boundsText([low, high]: readonly unknown[]): string {
  const sides = [typeof low === 'number' && `from ${low}`, typeof high === 'number' && `up to ${high}`];
  return sides.filter((side) => side !== false).join(' ') || NOTHING;
}

function objectText(
  value: Readonly<Record<string, unknown>>,
  control: Control | undefined,
  state: ControlState,
): string {
  const { datasource } = state;
  if (isAdhocFilter(value) && (value.clause || value.subject)) return filterText(value, datasource);
  if (isAdhocMetric(value)) return metricLabel(value);
  if (isAdhocColumn(value)) return columnLabel(value);
  const { dimension, values, r, g, b, name, label } = value;
  if (typeof dimension === 'string') return dimensionText(dimension, values, datasource);
  if (typeof r === 'number') return `rgb(${r}, ${Number(g)}, ${Number(b)})`;
  const called = textOf(name) ?? textOf(label);
  if (called !== undefined) return called;
  const members = Object.entries(value).filter(
    ([, each]) => each !== undefined && each !== null && each !== '',
  );
  if (members.length === 0) return NOTHING;
  return members.map(([key, each]) => `${wordsOf(key)}: ${said(each, control, state)}`).join(', ');
}

function dimensionText(dimension: string, values: unknown, datasource: DatasourceData | null): string {
  const name = datasource?.verbose_map[dimension] ?? dimension;
  const chosen = Array.isArray(values) ? values.map((each) => String(each ?? '<NULL>')) : [];
  return chosen.length > 0 ? `${name} (${chosen.join(', ')})` : name || NOTHING;
}

/** The words of a key: `symbolPosition` is 'symbol position'. */
function wordsOf(key: string): string {
  return key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
