import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Letters between the people of a small house, by the floor that they live on. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'graph_chart',
    source: 'writer',
    target: 'reader',
    source_category: 'writer_floor',
    target_category: 'reader_floor',
    metric: 'letters',
    adhoc_filters: [],
    row_limit: 100,
    edgeLength: 150,
  },
  results: [
    exampleResult({ writer: 1, reader: 1, writer_floor: 1, reader_floor: 1, letters: 0 }, [
      ['Ada', 'Ben', 'Ground', 'Ground', 14],
      ['Ada', 'Cleo', 'Ground', 'First', 9],
      ['Ben', 'Cleo', 'Ground', 'First', 6],
      ['Cleo', 'Dora', 'First', 'First', 11],
      ['Dora', 'Emil', 'First', 'Attic', 4],
      ['Emil', 'Ada', 'Attic', 'Ground', 7],
      ['Finn', 'Ada', 'Attic', 'Ground', 8],
      ['Finn', 'Emil', 'Attic', 'Attic', 12],
      ['Gus', 'Finn', 'Attic', 'Attic', 3],
      ['Hanna', 'Ben', 'First', 'Ground', 5],
    ]),
  ],
};
