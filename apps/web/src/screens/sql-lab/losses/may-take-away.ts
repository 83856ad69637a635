import type { LabDatabase } from '@chartroom/model';

/** Words of statements that take tables, columns or rows away. */
const TAKES = /\b(?:drop|truncate|delete|alter|replace)\b/i;
/** A template may become any statement. */
const TEMPLATE = /\{[{%]/;

/** Whether a script could take something away where it is run, so that it is worth asking what. */
export function mayTakeAway(sql: string, database: Pick<LabDatabase, 'allow_dml'> | undefined): boolean {
  return database?.allow_dml === true && (TAKES.test(sql) || TEMPLATE.test(sql));
}
