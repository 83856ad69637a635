import { type RawBuilder, sql } from 'kysely';

/** The condition that every row meets; compared by identity where a statement is shorter without it. */
export const EVERYTHING: RawBuilder<boolean> = sql<boolean>`1 = 1`;
