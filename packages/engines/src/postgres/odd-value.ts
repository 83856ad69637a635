/** A value that its type does not hold in DuckDB; the message says what it is, as in "it holds …". */
export class OddValue extends Error {}

/** Writes the value that stands at a place of a tuple as the value of a row, as DuckDB keeps it. @throws OddValue */
export type Put = (tuples: DataView, at: number, row: number) => void;
