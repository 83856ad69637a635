import type { ResultColumn, SqlAnswer } from '@chartroom/model';

/** The rows of one statement of a run. */
export interface ShownRows {
  /** Its place in the script. */
  place: number;
  /** As it was written. */
  sql: string;
  columns: readonly ResultColumn[];
  data: readonly Readonly<Record<string, unknown>>[];
  /** Others follow it: what can be done with a whole run can be done with the last one only. */
  isEarlier: boolean;
  /** There are more rows than these. */
  isCut: boolean;
}

/** What the statements of a run answered, in their order. */
export function shownRowsOf(answer: SqlAnswer): ShownRows[] {
  const earlier = answer.earlier ?? [];
  return [
    ...earlier.map((each, place) => ({ ...each, place, isEarlier: true })),
    {
      place: earlier.length,
      sql: answer.statement ?? answer.query.sql,
      columns: answer.columns,
      data: answer.data,
      isEarlier: false,
      isCut: answer.displayLimitReached === true,
    },
  ];
}

/** A text in one line. */
export function oneLine(sql: string, most: number): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
