/** Kinds of result columns as they travel in `coltypes` (contract/api.md, Notation). */
export const GenericType = { NUMERIC: 0, STRING: 1, TEMPORAL: 2, BOOLEAN: 3 } as const;

/** 0 numeric, 1 string, 2 temporal, 3 boolean. */
export type GenericType = (typeof GenericType)[keyof typeof GenericType];
