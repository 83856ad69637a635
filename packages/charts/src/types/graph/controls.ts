import { colorScheme, legend } from '../../controls/appearance-controls.ts';
import { ROAMING } from '../../controls/choices.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import {
  checkbox,
  column,
  laidOut,
  REQUIRED,
  radio,
  redrawing,
  select,
  slider,
  text,
} from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric, rowLimit } from '../../controls/query-controls.ts';
import { equals } from '../../controls/visibility.ts';

const EDGE_SYMBOLS: readonly Choice[] = [
  ['none,none', 'None -> None'],
  ['none,arrow', 'None -> Arrow'],
  ['circle,arrow', 'Circle -> Arrow'],
  ['circle,circle', 'Circle -> Circle'],
];

const isForce = equals('layout', 'force');
const chosen = { clearable: false, ...REQUIRED };

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        column('source', 'Source', { ...chosen, description: 'The node where each link begins.' }),
        column('target', 'Target', { ...chosen, description: 'The node where each link ends.' }),
        oneMetric,
        column('source_category', 'Source category', {
          description: 'Colours the nodes where links begin, by groups.',
        }),
        column('target_category', 'Target category', {
          description: 'Colours the nodes where links end, by groups.',
        }),
        adhocFilters,
        rowLimit(10000),
      ),
    },
    {
      label: 'Chart options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        'Legend',
        ...legend,
        'Layout',
        ...redrawing(
          radio(
            'layout',
            'Graph layout',
            [
              ['force', 'Force'],
              ['circular', 'Circular'],
            ],
            'force',
          ),
          select('edgeSymbol', 'Edge symbols', EDGE_SYMBOLS, 'none,arrow'),
          checkbox('draggable', 'Enable node dragging', false, { visible: isForce }),
          select('roam', 'Enable graph roaming', ROAMING, true),
          select(
            'selectedMode',
            'Node select mode',
            [
              [false, 'Disabled'],
              ['single', 'Single'],
              ['multiple', 'Multiple'],
            ],
            'single',
          ),
          text('showSymbolThreshold', 'Label threshold', 0, {
            isInt: true,
            description: 'Nodes up to this value have no label.',
          }),
        ),
        redrawing(
          text('baseNodeSize', 'Node size', 20, { isFloat: true }),
          text('baseEdgeWidth', 'Edge width', 3, { isFloat: true }),
        ),
        ...redrawing(
          slider('edgeLength', 'Edge length', 400, { min: 100, max: 1000, step: 50, visible: isForce }),
          slider('gravity', 'Gravity', 0.3, { min: 0.1, max: 1, step: 0.1, visible: isForce }),
          slider('repulsion', 'Repulsion', 1000, { min: 100, max: 3000, step: 50, visible: isForce }),
          slider('friction', 'Friction', 0.2, { min: 0.1, max: 1, step: 0.1, visible: isForce }),
        ),
      ),
    },
  ],
};
