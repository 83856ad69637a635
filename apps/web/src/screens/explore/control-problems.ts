import type { Control, ControlPanel, ControlState } from '@chartroom/charts';

/** What is wrong with a form, by control; the texts stand under the controls. Hidden controls are never wrong. */
export function problemsOf(panel: ControlPanel, state: ControlState): Map<string, string> {
  const problems = new Map<string, string>();
  for (const section of panel.sections) {
    if (section.visible && !section.visible(state)) continue;
    for (const control of section.rows.flat()) {
      if (control.hidden || (control.visible && !control.visible(state))) continue;
      const problem = problemOf(control, state.form[control.name]);
      if (problem) problems.set(control.name, problem);
    }
  }
  return problems;
}

function problemOf(control: Control, value: unknown): string | undefined {
  const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (control.required && empty) return 'cannot be empty';
  if (empty) return undefined;
  if (control.isInt && !Number.isInteger(Number(value))) return 'is expected to be an integer';
  if (control.isFloat && !Number.isFinite(Number(value))) return 'is expected to be a number';
  return undefined;
}
