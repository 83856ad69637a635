import { pivotText, tableText } from '@chartroom/charts';
import type { CaseResult, TableCheck } from '../table.ts';
import { compared, isRow, listOf, recordOf } from './recorded.ts';

const NAME = 'client-processing';

/** Pivot tables and tables as files show them. */
export const processingTables: TableCheck[] = [
  {
    name: NAME,
    file: `${NAME}.json`,
    run: (content) => {
      const { frames, cases } = recordOf(content);
      return listOf(cases).map((each) => result(recordOf(each), recordOf(frames)));
    },
  },
];

function result(recorded: Record<string, unknown>, frames: Record<string, unknown>): CaseResult {
  const id = String(recorded.id);
  const out = recordOf(recorded.out);
  try {
    const ours = played(recorded, frames);
    return 'error' in out
      ? { id, ok: false, detail: 'expected an error' }
      : compared(id, withoutNan(out), ours);
  } catch (error) {
    return { id, ok: 'error' in out, detail: String(error) };
  }
}

function played(recorded: Record<string, unknown>, frames: Record<string, unknown>): unknown {
  const form = { datasource: '1__table', viz_type: 'table', ...recordOf(recorded.form_data) };
  if (recorded.rows === undefined)
    return pivotText(form, listOf(frames[String(recorded.frame)]).filter(isRow));
  const rows = listOf(recorded.rows).filter(isRow);
  const written = tableText({ ...form, column_config: recordOf(recorded.column_config) }, rows);
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((column) => [column, written.map((row) => row[column])]),
  );
}

/** The recording says of itself that a missing value may print as nan. */
function withoutNan(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNan);
  if (value === 'nan') return null;
  const members = recordOf(value);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(members).map(([key, each]) => [key, withoutNan(each)]))
    : value;
}
