/** A file that becomes a table. `path` is the only file the import may open. */
export interface FileSource {
  path: string;
  format: 'csv' | 'columnar' | 'excel';
  /** Sheet of a workbook; absent = the first. */
  sheet?: string | undefined;
  /** Field separator of a CSV; absent = found by looking at the file. */
  delimiter?: string | undefined;
  /** Sign before the fractions of numbers; absent = a point, or what `detect` finds of each column. */
  decimalSeparator?: string | undefined;
  /** Sign between the thousands of numbers; absent = none, or what `detect` finds of each column. */
  thousandsSeparator?: string | undefined;
  /** Zero-based line of the header; null = the file has none. Absent = the first line. */
  header?: number | null | undefined;
  skipRows?: number | undefined;
  maxRows?: number | undefined;
  /** Columns that the file may have; absent = any number. */
  maxColumns?: number | undefined;
  /** Bytes that one line of a CSV may have; absent = 16 MiB. */
  maxLineBytes?: number | undefined;
  nullValues?: string[] | undefined;
  /** Names of the columns to keep; absent = all. */
  columns?: string[] | undefined;
  /** Type per column, as the engine that reads the file names it. */
  types?: Record<string, string> | undefined;
  /** Columns to read as moments. */
  dateColumns?: string[] | undefined;
  /** Whether `03/04/2024` is the third of April; absent = what `detect` finds, or not. */
  dayFirst?: boolean | undefined;
  skipInitialSpace?: boolean | undefined;
  /** `rows`: an empty line of a CSV is a row without values; otherwise it is left out. */
  blankLines?: 'rows' | undefined;
  /** Encoding of a text as the web names it (`windows-1252`); absent = told by its mark, or what `detect` finds, or UTF-8. */
  encoding?: string | undefined;
  /**
   * What is not said above is found out: encoding, lines above the header, the signs of numbers, the order of days, moments.
   * Otherwise it is what the reference's reader takes it for.
   */
  detect?: boolean | undefined;
  /** Lines with more cells than the header: `keep` puts those cells into a column of their own, `omit` leaves the lines out. Absent = the file is refused. */
  longLines?: 'keep' | 'omit' | undefined;
  /** Values that are none of the type asked for become nothing: `empty`. Absent = the file is refused. */
  misfits?: 'empty' | undefined;
  /** Name of the index, which becomes the first column: `indexColumn`, or else the numbers of the rows from 0. Absent = no index. */
  indexLabel?: string | undefined;
  /** The column that is the index, and none of the other columns. */
  indexColumn?: string | undefined;
}
