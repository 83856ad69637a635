import type { RawBuilder } from 'kysely';

/**
 * Which rows of a listed table a change is about, by `table.column` of the change: those with the same ids, or those that
 * a statement leads to. A change of another table that is read has changed everything.
 */
export type Reaches = Readonly<Record<string, 'same' | ((ids: RawBuilder<unknown>) => RawBuilder<unknown>)>>;
