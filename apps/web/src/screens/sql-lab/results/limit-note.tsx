import type { SqlAnswer } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { Alert } from 'antd';
import { isAdmin } from '../../../base/bootstrap.ts';
import { DEFAULT_LIMIT } from '../lab-tabs.ts';

/** Says that there are more rows than those in sight, and what keeps them away (contract/ui.md E4). */
export function LimitNote({ answer }: { answer: SqlAnswer }) {
  const text = limitNote(answer, isAdmin());
  return text === undefined ? null : <Alert type="warning" closable showIcon title={text} />;
}

/** What is said of rows that are not in sight; undefined where all are. */
export function limitNote(
  { query, data, displayLimitReached }: SqlAnswer,
  admin: boolean,
): string | undefined {
  const rows = grouped(data.length);
  if (displayLimitReached) {
    const all = grouped(query.rows ?? query.limit ?? data.length);
    return admin
      ? `The number of results displayed is limited to ${rows} by the configuration DISPLAY_MAX_ROW. Add limits or filters, or download the rows to see more of them, up to ${all}.`
      : `The number of results displayed is limited to ${rows}. Add limits or filters, download the rows, or contact an admin to see more of them, up to ${all}.`;
  }
  const isDefault = query.limit === DEFAULT_LIMIT && query.rows === query.limit;
  if (query.limitingFactor === 'DROPDOWN' && isDefault)
    return `The number of rows displayed is limited to ${rows} by the limit dropdown.`;
  return undefined;
}

/** What is said beside the number of rows: whose limit they have reached. */
export function limitHint({ query, data }: SqlAnswer): string | undefined {
  const rows = grouped(data.length);
  const by: Readonly<Record<string, string>> = {
    QUERY: 'by the query',
    DROPDOWN: 'by the limit dropdown',
    QUERY_AND_DROPDOWN: 'by the query and the limit dropdown',
  };
  const limit = by[query.limitingFactor];
  return limit && `The number of rows displayed is limited to ${rows} ${limit}.`;
}
