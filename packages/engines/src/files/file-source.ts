/** A file that becomes a table. `path` is the only file the import may open. */
export interface FileSource {
  path: string;
  format: 'csv' | 'columnar' | 'excel';
  /** Sheet of a workbook; absent = the first. */
  sheet?: string | undefined;
  /** Field separator of a CSV; absent = found by looking at the file. */
  delimiter?: string | undefined;
  decimalSeparator?: string | undefined;
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
  dayFirst?: boolean | undefined;
  skipInitialSpace?: boolean | undefined;
  /** `rows`: an empty line of a CSV is a row without values; otherwise it is left out. */
  blankLines?: 'rows' | undefined;
  /** `sniff` reads a file that is not UTF-8 as Latin-1; otherwise it is refused. UTF-16 is known by its mark. */
  encoding?: 'sniff' | undefined;
  /** Columns that look like dates become dates; otherwise they stay text unless named in `dateColumns`. */
  detectDates?: boolean | undefined;
  /** Name of the index, which becomes the first column: `indexColumn`, or else the numbers of the rows from 0. Absent = no index. */
  indexLabel?: string | undefined;
  /** The column that is the index, and none of the other columns. */
  indexColumn?: string | undefined;
}
