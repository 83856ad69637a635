import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** An orchestra by its groups of instruments, with how many play each. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'tree_chart',
    id: 'part',
    parent: 'belongs_to',
    name: 'called',
    metric: 'players',
    adhoc_filters: [],
    row_limit: 100,
    child_label_position: 'right',
  },
  results: [
    exampleResult({ part: 1, belongs_to: 1, called: 1, players: 0 }, [
      ['o', null, 'Orchestra', 80],
      ['s', 'o', 'Strings', 56],
      ['w', 'o', 'Woodwind', 10],
      ['b', 'o', 'Brass', 11],
      ['p', 'o', 'Percussion', 3],
      ['vn', 's', 'Violins', 30],
      ['va', 's', 'Violas', 12],
      ['vc', 's', 'Cellos', 8],
      ['db', 's', 'Double basses', 6],
      ['fl', 'w', 'Flutes', 4],
      ['ob', 'w', 'Oboes', 3],
      ['cl', 'w', 'Clarinets', 3],
      ['hn', 'b', 'Horns', 4],
      ['tp', 'b', 'Trumpets', 3],
      ['tb', 'b', 'Trombones', 4],
    ]),
  ],
};
