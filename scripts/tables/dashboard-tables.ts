import { chartsInScope, readLayout, scopeSchema } from '@chartroom/model';
import { casesCheck, listOf, recordOf } from './charts/recorded.ts';
import type { TableCheck } from './table.ts';

/** The conformance tables that concern dashboards. */
export const dashboardTables: TableCheck[] = [
  casesCheck('dashboard/charts-in-scope', ({ input }) => {
    const { scope, charts, layout } = recordOf(input);
    const known = new Set(listOf(charts));
    return chartsInScope(scopeSchema.parse(scope), readLayout(layout)).filter((id) => known.has(id));
  }),
];
