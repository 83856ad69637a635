/** What became of one case of a conformance table. `detail` says what differs. */
export interface CaseResult {
  id: string;
  ok: boolean;
  detail?: string;
}

/** The comparison of one conformance table with the product. */
export interface TableCheck {
  /** File below the tables folder without `.json`, e.g. `build-query/pie`. */
  name: string;
  /** The same with its ending. */
  file: string;
  /** Plays every case of the file's parsed content. */
  run(content: unknown): CaseResult[] | Promise<CaseResult[]>;
}
