import type { Control, ControlPanel } from '../../controls/control.ts';
import { laidOut, text } from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric } from '../../controls/query-controls.ts';

function list(name: string, label: string, description: string): Control {
  return text(name, label, '', { description });
}

export const controls: ControlPanel = {
  sections: [
    { label: 'Query', tab: 'data', expanded: true, ...laidOut(oneMetric, adhocFilters) },
    {
      label: 'Chart Options',
      tab: 'data',
      expanded: true,
      ...laidOut(
        [
          list('ranges', 'Ranges', 'Where each shaded range ends: numbers with commas between them.'),
          list('range_labels', 'Range labels', 'What the ranges are called, in the same order.'),
        ],
        [
          list('markers', 'Markers', 'Numbers to mark by triangles, with commas between them.'),
          list('marker_labels', 'Marker labels', 'What the triangles are called, in the same order.'),
        ],
        [
          list('marker_lines', 'Marker lines', 'Numbers to mark by lines, with commas between them.'),
          list('marker_line_labels', 'Marker line labels', 'What the lines are called, in the same order.'),
        ],
      ),
    },
  ],
};
