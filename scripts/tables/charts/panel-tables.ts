import {
  type CHART_TYPES,
  type ChartType,
  type Control,
  type ControlPanel,
  defaultsOf,
  HEADING,
  type Section,
} from '@chartroom/charts';
import type { TableCheck } from '../table.ts';
import { compared, listOf, recordedAs, recordOf } from './recorded.ts';

/** Facts of a control that the tables record; others serve our own screens. */
const FACTS = [
  'name',
  'label',
  'type',
  'default',
  'choices',
  'multi',
  'freeForm',
  'renderTrigger',
  'required',
  'validators',
  'min',
  'max',
  'step',
  'isInt',
  'isFloat',
  'fromDatasource',
] as const;

/**
 * The recording shows the x-axis as it is before the control looks at its state. What the person sees is one
 * required column under its own name (contract, shared controls): these facts are not compared.
 */
const X_AXIS_STATE = new Set(['label', 'multi', 'default', 'required', 'validators']);

/** Kinds that have no label of their own. */
const UNLABELLED = new Set(['HiddenControl', 'ComparisonRangeLabel']);

/** Control panels: every control in order, and the form data that a new chart starts with. */
export function panelTable({ key, load }: (typeof CHART_TYPES)[number]): TableCheck {
  const name = `controls/${key}`;
  return {
    name,
    file: `controls/${recordedAs(key)}.json`,
    run: async (content) => {
      const { chart } = await load();
      const recorded = recordOf(content);
      return [
        compared('defaults', withoutAxis(recordOf(recorded.defaults)), withoutAxis(startForm(chart))),
        ...comparedControls(listOf(recorded.controls).map(recordOf), described(chart.controls)),
      ];
    },
  };
}

function comparedControls(recorded: Record<string, unknown>[], ours: Record<string, unknown>[]) {
  const results = recorded.map((wanted, index) =>
    compared(`${index} ${String(wanted.name)}`, seen(wanted), ours[index]),
  );
  const more = ours
    .slice(recorded.length)
    .map((control) => ({ id: String(control.name), ok: false, detail: 'not recorded' }));
  return [...results, ...more];
}

/** A recorded control as we compare it: choices offered twice count once, bare values are their own labels. */
function seen(recorded: Record<string, unknown>): Record<string, unknown> {
  const kept = ['tab', 'section', 'row', 'conditional', ...FACTS].filter((fact) => fact in recorded);
  const control = Object.fromEntries(kept.map((fact) => [fact, recorded[fact]]));
  const choices = listOf(recorded.choices).map((choice) =>
    Array.isArray(choice) ? choice : [choice, String(choice)],
  );
  if (choices.length === 0) return axisless(control);
  const values = choices.map((choice) => JSON.stringify(listOf(choice)[0]));
  return axisless({
    ...control,
    choices: choices.filter((_, index) => values.lastIndexOf(values[index] ?? '') === index),
  });
}

function axisless(control: Record<string, unknown>): Record<string, unknown> {
  if (control.name !== 'x_axis') return control;
  return Object.fromEntries(Object.entries(control).filter(([fact]) => !X_AXIS_STATE.has(fact)));
}

function withoutAxis(defaults: Record<string, unknown>): Record<string, unknown> {
  const { x_axis: _stateful, ...rest } = defaults;
  return rest;
}

function startForm(chart: ChartType): Record<string, unknown> {
  const heading = HEADING.flat().filter((control) => control.default !== undefined);
  return {
    ...Object.fromEntries(heading.map((control) => [control.name, control.default])),
    ...defaultsOf(chart.controls),
  };
}

function described(panel: ControlPanel): Record<string, unknown>[] {
  const heading = rowsOf(HEADING).map(({ control, row }) => ({ ...facts(control), row }));
  return [...heading, ...panel.sections.flatMap(describedSection)];
}

function describedSection(section: Section): Record<string, unknown>[] {
  return rowsOf(section.rows).map(({ control, row }) =>
    axisless({
      ...facts(control),
      tab: section.tab,
      section: section.label,
      row,
      ...(control.visible ? { conditional: true } : {}),
    }),
  );
}

function rowsOf(rows: Section['rows']): { control: Control; row: number }[] {
  return rows.flatMap((controls, row) => controls.map((control) => ({ control, row })));
}

function facts(control: Control): Record<string, unknown> {
  const kept = FACTS.filter(
    (fact) =>
      control[fact] !== undefined &&
      !(fact === 'label' && control.label === '' && UNLABELLED.has(control.type)),
  );
  return Object.fromEntries(kept.map((fact) => [fact, control[fact]]));
}
