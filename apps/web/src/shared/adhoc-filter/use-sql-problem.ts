import { type DatasourceData, databaseApi } from '@chartroom/model';
import type { CodeMark } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { may } from '../../base/bootstrap.ts';
import { useSettled } from '../use-settled.ts';

/** Milliseconds of rest before what is being written is looked at. */
const REST_MS = 600;

/** What stands on a line before a piece of SQL to make a statement of it. */
const BEFORE = { expression: 'SELECT', condition: 'SELECT 1 WHERE' } as const;

export type SqlPiece = keyof typeof BEFORE;

/** The first thing in a piece of SQL that its database cannot read; absent while there is none, or it is not known. */
export function useSqlProblem(
  sql: string,
  piece: SqlPiece,
  database: Pick<DatasourceData['database'], 'id'> | null,
): CodeMark | undefined {
  const settled = useSettled(sql, REST_MS);
  const id = database?.id;
  const answer = useQuery({
    queryKey: ['sql-problem', id, piece, settled],
    enabled: id !== undefined && settled.trim() !== '' && may('can_read', 'Database'),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { sql: `${BEFORE[piece]}\n${settled}\n` };
      const { result } = await api(databaseApi.validateSql, { params: { pk: id ?? 0 }, body, signal });
      const [first] = result;
      return first ? markAt(settled, first.line_number - 1, first.start_column, first.message) : null;
    },
  });
  return settled === sql ? (answer.data ?? undefined) : undefined;
}

/** The word at a line and column, both counted from one; what is missing at the end is missing after its last sign. */
function markAt(sql: string, line: number, column: number, message: string): CodeMark {
  const lines = sql.split('\n');
  const before = lines.slice(0, Math.max(0, line - 1)).reduce((sum, each) => sum + each.length + 1, 0);
  const end = sql.trimEnd().length;
  const from = Math.min(before + Math.max(0, column - 1), Math.max(0, end - 1));
  const word = /^\w+/.exec(sql.slice(from))?.[0] ?? '';
  // The place that it names is one of the whole statement; the mark shows where it is.
  return { from, to: from + Math.max(1, word.length), message: message.replace(/ at line \d+:\d+$/, '') };
}
