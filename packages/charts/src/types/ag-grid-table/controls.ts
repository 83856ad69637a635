import { plainChoices } from '../../controls/choices.ts';
import type { Control, ControlPanel, Section } from '../../controls/control.ts';
import { controls as ofTable } from '../table/controls.ts';

/** What the panel of the older table has besides. */
const LEFT_OUT = new Set(['percent_metric_calculation', 'allow_rearrange_columns', 'allow_render_html']);
/** Pages here have a length in any case. */
const PAGE_LENGTHS = plainChoices([10, 20, 50, 100, 200]);

/** The panel of the table, without what its grid does by itself. */
export const controls: ControlPanel = { sections: ofTable.sections.map(ownSection) };

function ownSection(section: Section): Section {
  const rows = section.rows.map((row) => row.filter(({ name }) => !LEFT_OUT.has(name)).map(ownControl));
  return { ...section, rows: rows.filter((row) => row.length > 0) };
}

function ownControl(control: Control): Control {
  return control.name === 'page_length' ? { ...control, choices: PAGE_LENGTHS } : control;
}
