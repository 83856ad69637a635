/** Which store stands behind the records; only migrations look at it. */
export type RecordsKind = 'sqlite' | 'postgres';
