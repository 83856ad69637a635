import { plainChoices, TITLE_MARGINS } from './choices.ts';
import type { Control, Section } from './control.ts';
import { laidOut, redrawing, select, text } from './control-makers.ts';

/** What the controls of an axis title are called. */
export interface TitleLabels {
  title: string;
  margin: string;
  position?: string;
}

/** The title of an axis: its text, its distance and, beside the axis of values, its place. */
export function axisTitle(axis: 'x' | 'y', labels: TitleLabels): Control[] {
  const margin = { freeForm: true, clearable: true };
  const controls = [
    text(`${axis}_axis_title`, labels.title, ''),
    select(`${axis}_axis_title_margin`, labels.margin, TITLE_MARGINS, axis === 'x' ? 15 : 30, margin),
  ];
  const position = select(
    'y_axis_title_position',
    labels.position ?? '',
    plainChoices(['Left', 'Top']),
    'Left',
    {
      freeForm: true,
      clearable: false,
    },
  );
  return redrawing(...controls, ...(axis === 'y' ? [position] : []));
}

/** Titles of both axes. */
export const plainTitles: Section = {
  label: 'Chart Title',
  tab: 'customize',
  expanded: true,
  ...laidOut(
    'X Axis',
    ...axisTitle('x', { title: 'X Axis Title', margin: 'X Axis Title Margin' }),
    'Y Axis',
    ...axisTitle('y', {
      title: 'Y Axis Title',
      margin: 'Y Axis Title Margin',
      position: 'Y Axis Title Position',
    }),
  ),
};
