import type { JsonValue } from '@chartroom/model';
import type { Choice, Control, ControlKind, Section } from './control.ts';

type Further = Omit<Control, 'name' | 'label' | 'type' | 'default' | 'choices'>;

function control(
  type: ControlKind,
  name: string,
  label: string,
  value: JsonValue | undefined,
  further: Further,
): Control {
  return { name, label, type, ...(value === undefined ? {} : { default: value }), ...further };
}

/** A yes or no. */
export function checkbox(
  name: string,
  label: string,
  value: boolean | undefined,
  further: Further = {},
): Control {
  return control('CheckboxControl', name, label, value, further);
}

/** One of some values (several with `multi`, others too with `freeForm`). */
export function select(
  name: string,
  label: string,
  choices: readonly Choice[] | undefined,
  value?: JsonValue,
  further: Further = {},
): Control {
  const made = control('SelectControl', name, label, value, further);
  return choices === undefined ? made : { ...made, choices };
}

/** One of a few values, all in sight. */
export function radio(
  name: string,
  label: string,
  choices: readonly Choice[],
  value: JsonValue,
  further: Further = {},
): Control {
  return { ...control('RadioButtonControl', name, label, value, further), choices };
}

/** A line of text, or a number typed as one. */
export function text(name: string, label: string, value?: JsonValue, further: Further = {}): Control {
  return control('TextControl', name, label, value, further);
}

/** A number on a scale. */
export function slider(name: string, label: string, value: number, further: Further = {}): Control {
  return control('SliderControl', name, label, value, further);
}

/** The columns of the dataset to choose from. */
export function columns(name: string, label: string, further: Further = {}): Control {
  return control('DndColumnSelect', name, label, [], {
    freeForm: true,
    clearable: true,
    fromDatasource: true,
    ...further,
  });
}

/** One column of the dataset, or none. */
export function column(name: string, label: string, further: Further = {}): Control {
  return control('DndColumnSelect', name, label, null, {
    freeForm: true,
    clearable: true,
    fromDatasource: true,
    ...further,
  });
}

/** The metrics of the dataset to choose from. */
export function metrics(name: string, label: string, value?: JsonValue, further: Further = {}): Control {
  return control('DndMetricSelect', name, label, value, { fromDatasource: true, ...further });
}

/** A control of another kind. */
export function special(
  type: ControlKind,
  name: string,
  label: string,
  value?: JsonValue,
  further: Further = {},
): Control {
  return control(type, name, label, value, further);
}

/** What makes a control required. */
export const REQUIRED: Further = { required: true, validators: ['non-empty'] };

/** The same controls, each redrawing only. */
export function redrawing(...list: readonly Control[]): Control[] {
  return list.map((each) => ({ ...each, renderTrigger: true }));
}

/** What stands in a section, from top to bottom: a control, several side by side, or a heading. */
export type SectionEntry = Control | readonly Control[] | string;

/** Lays out a section: one row per entry. */
export function laidOut(...entries: readonly SectionEntry[]): Pick<Section, 'rows' | 'headings'> {
  const headings = entries.flatMap((entry, index) =>
    typeof entry === 'string' ? [[index, entry] as const] : [],
  );
  const rows = entries.map((entry) => {
    if (typeof entry === 'string') return [];
    return isRow(entry) ? entry : [entry];
  });
  return { rows, headings: Object.fromEntries(headings) };
}

function isRow(entry: Control | readonly Control[]): entry is readonly Control[] {
  return Array.isArray(entry);
}
