import { plainChoices, ROAMING } from '../../controls/choices.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import {
  column,
  laidOut,
  metrics,
  REQUIRED,
  radio,
  redrawing,
  select,
  slider,
  text,
} from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import { equals } from '../../controls/visibility.ts';

const ORIENTATIONS: readonly Choice[] = [
  ['LR', 'Left to Right'],
  ['RL', 'Right to Left'],
  ['TB', 'Top to Bottom'],
  ['BT', 'Bottom to Top'],
];
const SIDES = plainChoices(['left', 'top', 'right', 'bottom']);
const SYMBOLS: readonly Choice[] = [
  ['emptyCircle', 'Empty circle'],
  ['circle', 'Circle'],
  ['rect', 'Rectangle'],
  ['triangle', 'Triangle'],
  ['diamond', 'Diamond'],
  ['pin', 'Pin'],
  ['arrow', 'Arrow'],
  ['none', 'None'],
];

const isOrthogonal = equals('layout', 'orthogonal');
const chosen = { clearable: false, ...REQUIRED };

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        column('id', 'Id', { ...chosen, description: 'What tells a node from the others.' }),
        column('parent', 'Parent', { ...chosen, description: 'The id of the node that a node belongs to.' }),
        column('name', 'Name', { description: 'What a node is called, where that is not its id.' }),
        text('root_node_id', 'Root node id', null, {
          freeForm: true,
          clearable: true,
          renderTrigger: true,
          fromDatasource: true,
          description: 'The node where the tree begins; without it, the one above most others.',
        }),
        metrics('metric', 'Metric', undefined, { clearable: true }),
        adhocFilters,
        rowLimit(10000),
      ),
    },
    {
      label: 'Chart options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        'Layout',
        ...redrawing(
          radio(
            'layout',
            'Tree layout',
            [
              ['orthogonal', 'Orthogonal'],
              ['radial', 'Radial'],
            ],
            'orthogonal',
          ),
          radio('orient', 'Tree orientation', ORIENTATIONS, 'LR', { visible: isOrthogonal }),
          radio('node_label_position', 'Node label position', SIDES, 'left'),
          radio('child_label_position', 'Child label position', SIDES, 'bottom'),
          radio('emphasis', 'Emphasis', plainChoices(['ancestor', 'descendant']), 'descendant', {
            visible: isOrthogonal,
          }),
          select('symbol', 'Symbol', SYMBOLS, 'emptyCircle'),
          slider('symbolSize', 'Symbol size', 7, { min: 5, max: 30, step: 2 }),
          select('roam', 'Enable graph roaming', ROAMING, true),
        ),
      ),
    },
  ],
};
