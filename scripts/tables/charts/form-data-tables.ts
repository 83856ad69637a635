import {
  withBaseFilters,
  withDashboardFilters,
  withoutLegacyFilters,
  withRequestParams,
} from '../../../packages/charts/src/question/stored-form.ts';
import type { CaseResult, TableCheck } from '../table.ts';
import { compared, listOf, recordOf } from './recorded.ts';

type Play = (form: Record<string, unknown>, argument: Record<string, unknown>) => unknown;

const FUNCTIONS: Readonly<Record<string, Play>> = {
  'merge extra filters': withDashboardFilters,
  'legacy filters to adhoc': withoutLegacyFilters,
  'adhoc to base filters': withBaseFilters,
  'merge request params': withRequestParams,
};

/** What becomes of stored form data: filters of dashboards, of old charts, parameters of an address. */
export const formDataTables: TableCheck[] = [
  {
    name: 'form-data',
    file: 'form-data.json',
    run: (content) => listOf(recordOf(content).cases).map((each) => result(recordOf(each))),
  },
];

function result(recorded: Record<string, unknown>): CaseResult {
  const id = String(recorded.id);
  const play = FUNCTIONS[String(recorded.function)];
  if (!play)
    return { id, ok: false, detail: `the table has a function unknown here: ${String(recorded.function)}` };
  return compared(id, recorded.out, play(recordOf(recorded.in), recordOf(listOf(recorded.arguments)[0])));
}
