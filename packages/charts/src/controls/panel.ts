import type { ChartFormData, JsonValue } from '@chartroom/model';
import { listed } from '../question/read-form.ts';
import type { Control, ControlPanel, ControlState } from './control.ts';

/**
 * The heading of every panel: what is asked, how it is shown, and what travels along unseen.
 * @internal only the recorded facts are played against it
 */
export const HEADING: readonly (readonly Control[])[] = [
  [
    {
      name: 'datasource',
      label: 'Datasource',
      type: 'DatasourceControl',
      default: null,
      fromDatasource: true,
    },
  ],
  [{ name: 'viz_type', label: 'Visualization Type', type: 'VizTypeControl', default: 'table' }],
  [
    { name: 'slice_id', label: 'Chart ID', type: 'HiddenControl', hidden: true },
    { name: 'cache_timeout', label: 'Cache Timeout (seconds)', type: 'HiddenControl', hidden: true },
    { name: 'url_params', label: 'URL parameters', type: 'HiddenControl', hidden: true },
  ],
];

/** Every control of a panel's sections, in order; a name may occur twice where two states show it in different places. */
export function controlsOf(panel: ControlPanel): Control[] {
  return panel.sections.flatMap((section) => section.rows.flat());
}

/** The form data with which a chart of this panel starts, by control name. */
export function defaultsOf(panel: ControlPanel): Record<string, JsonValue> {
  const defaults: Record<string, JsonValue> = {};
  for (const control of controlsOf(panel))
    if (control.default !== undefined) defaults[control.name] = control.default;
  return defaults;
}

/**
 * The form data with the defaults of its panel where a key is missing. A stored null, false, 0, empty list or
 * text is respected. The former `y_axis_zero` becomes the bounds it meant.
 */
export function fillDefaults<F extends ChartFormData>(panel: ControlPanel, form: F): F {
  const missing = Object.entries(defaultsOf(panel)).filter(([name]) => form[name] === undefined);
  const filled: F = { ...form, ...Object.fromEntries(missing) };
  if (form.y_axis_zero === true && form.y_axis_bounds === undefined)
    return { ...filled, y_axis_bounds: [0, null] };
  return filled;
}

/** What is wrong with a form, by name of the control: texts to stand under the controls, e.g. `cannot be empty`. */
export function problemsOf(panel: ControlPanel, state: ControlState): Map<string, string> {
  return new Map(wrongControls(panel, state).map(({ control, problem }) => [control.name, problem]));
}

function wrongControls(panel: ControlPanel, state: ControlState): { control: Control; problem: string }[] {
  const shown = panel.sections
    .filter((section) => section.visible?.(state) ?? true)
    .flatMap((section) => section.rows.flat());
  return shown
    .filter((control) => !control.hidden && (control.visible?.(state) ?? true))
    .flatMap((control) => {
      const problem = problemOf(control, state) ?? control.check?.(state);
      return problem === undefined ? [] : [{ control, problem }];
    });
}

/** Rows of a table that fetches them page by page (contract/ui.md I). */
const MOST_PAGED = 500_000;

function problemOf(control: Control, { form, maxRows }: ControlState): string | undefined {
  const value = form[control.name];
  const empty = value === '' || listed(value).length === 0;
  if (empty) return control.required ? 'cannot be empty' : undefined;
  const whole = control.isInt || control.validators?.includes('integer');
  if (whole && !Number.isInteger(Number(value))) return 'is expected to be an integer';
  const number = control.isFloat || control.validators?.includes('number');
  if (number && !Number.isFinite(Number(value))) return 'is expected to be a number';
  if (control.name !== 'row_limit' || maxRows === undefined) return undefined;
  const most = form.server_pagination === true ? MOST_PAGED : maxRows;
  return Number(value) > most ? `Value cannot exceed ${most}` : undefined;
}
