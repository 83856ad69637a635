import type {
  ColumnDescription,
  CostEstimate,
  FileSource,
  HostKeys,
  Relation,
  Session,
  SshAccount,
  TableDescription,
} from '@chartroom/engines';
import type { DatasetColumn, DatasetMetric, JsonObject, PlanStep, QueryContext } from '@chartroom/model';
import type { Frame, SyntaxProblem, TableName } from '@chartroom/query';
import type { LiveRows, LiveRun, SqlFile, SqlQuestion, SqlRun, SqlRunResult } from './lab-runs.ts';
import type { Principal } from './principal.ts';
import type { PlacedDataset, SqlLoss } from './sql-loss.ts';

export type {
  EarlierAnswer,
  LiveRows,
  LiveRun,
  RowsKept,
  SqlFile,
  SqlQuestion,
  SqlRun,
  SqlRunResult,
} from './lab-runs.ts';
export type { GuestPass, Principal } from './principal.ts';

/** A database connection with its secrets filled in; never leaves the server. */
export interface DatabaseSource {
  id: number;
  uuid: string;
  database_name: string;
  /** Engine id (`backend`). */
  backend: string;
  /** URI with the real password. */
  uri: string;
  extra: JsonObject;
  /** The `encrypted_extra` document. */
  secrets: JsonObject;
  /** The SSH server on the way to it. */
  tunnel: SshAccount | null;
  allow_dml: boolean;
  allow_ctas: boolean;
  allow_cvas: boolean;
  cache_timeout: number | null;
  /** Whether each person asks under their own name (`impersonate_user`). */
  impersonates?: boolean;
  /** Under whose name it is asked, and the token that they have let the installation have; absent = the connection's account. */
  person?: { id: number; token: string | undefined };
  /** Bumped when the record changes, so that pools and caches notice. */
  changed_on: string;
}

/** A dataset as the compiler needs it. */
export interface DatasetSource {
  id: number;
  database_id: number;
  table_name: string;
  catalog: string | null;
  schema: string | null;
  /** SQL of a virtual dataset; null or empty for a physical one. */
  sql: string | null;
  main_dttm_col: string | null;
  always_filter_main_dttm: boolean;
  /** Hours added to temporal values of the result. */
  offset: number;
  fetch_values_predicate: string | null;
  template_params: string | null;
  cache_timeout: number | null;
  columns: DatasetColumn[];
  metrics: DatasetMetric[];
  /** Nobody makes further metrics of it. */
  savedMetricsOnly?: boolean;
  /** Part of the cache key. */
  changed_on: string;
}

/** A query that was run in SQL Lab, as charts ask it. */
export interface LabQuerySource extends UsualPlace {
  id: number;
  database_id: number;
  /** What the tab was called in which it was run. */
  name: string;
  sql: string;
  changed_on: string;
}

/** A row rule that applies to the asking person for one dataset. */
export interface RowRule {
  id: number;
  clause: string;
  group_key: string | null;
}

/** A dataset on a table, and the row rules that apply to the asking person for it. */
export interface RuledDataset
  extends Pick<
    DatasetSource,
    'id' | 'database_id' | 'catalog' | 'schema' | 'table_name' | 'template_params'
  > {
  rules: RowRule[];
}

/** What answering needs to know of a stored chart. */
export interface ChartSource {
  /** What it asks; undefined where it says nothing of it. */
  question(): Promise<unknown>;
  cache_timeout: number | null;
}

/** An event or a span that somebody wrote down; moments in epoch milliseconds. */
export interface NativeAnnotation {
  start_dttm: number;
  end_dttm: number;
  short_descr: string;
  long_descr: string | null;
  json_metadata: string | null;
}

/** What answering needs from the records and from security; implemented there, passed in. */
export interface DataPorts {
  /** A connection as somebody reaches it. Throws OAUTH2_REDIRECT where they have to let the installation in first. */
  database(id: number, who: Principal): Promise<DatabaseSource | undefined>;
  /** Id of the connection with this address. */
  databaseAt(uri: string): Promise<number | undefined>;
  /** Ids of the connections that SQL Lab offers under this name, whatever its capitals. */
  databasesNamed(name: string): Promise<{ id: number; name: string }[]>;
  dataset(id: number): Promise<DatasetSource | undefined>;
  /** A query of SQL Lab; undefined when there is none that this person sees. */
  labQuery(who: Principal, id: number): Promise<LabQuerySource | undefined>;
  rowRules(who: Principal, datasetId: number): Promise<RowRule[]>;
  /** Every dataset on a table that has row rules for this person, for the SQL of people that reads the table itself. */
  ruledDatasets(who: Principal): Promise<RuledDataset[]>;
  /** Throws the contract's 403 (DATASOURCE_SECURITY_ACCESS_ERROR) unless this person may read the dataset. */
  mayReadDataset(who: Principal, datasetId: number, context: QueryContext | undefined): Promise<void>;
  /**
   * Throws the contract's 403 (TABLE_SECURITY_ACCESS_ERROR, extra.tables) unless every table may be read. `usual` tells
   * where datasets stand that name no schema or no catalog.
   */
  mayReadTables(
    who: Principal,
    databaseId: number,
    tables: { catalog: string | null; schema: string | null; table: string }[],
    usual: () => Promise<UsualPlace>,
  ): Promise<void>;
  /** A stored chart, whoever asks: what it shows is decided by its dataset. */
  chart(id: number): Promise<ChartSource | undefined>;
  /** Annotations of a layer; undefined when there is no such layer. */
  annotations(layerId: number): Promise<NativeAnnotation[] | undefined>;
  now(): Date;
  /** By which keys SSH servers are known. */
  hostKeys: HostKeys;
}

/** What a session is opened with. */
export type ConnectionSource = Pick<DatabaseSource, 'uri' | 'extra' | 'secrets' | 'tunnel'>;

/** An answer ready to be sent: never re-encoded after the cache. */
export interface EncodedAnswer {
  status: number;
  contentType: string;
  headers: Record<string, string>;
  body: Buffer | AsyncIterable<Buffer>;
}

/** As what the data of a chart are answered: `{"result": […]}`, that list alone, or the rows of its one query as an Arrow stream. */
export type ChartDataForm = 'object' | 'list' | 'arrow';

/** One chart of a dashboard and its questions. */
export interface StreamedRequest {
  id: number;
  context: QueryContext;
}

/** A chart of a dashboard by its name, and its questions. */
export interface NamedQuestion {
  name: string;
  context: QueryContext;
}

/** A file that becomes a table of a database (upload, drop zone). */
export interface FileImport {
  databaseId: number;
  schema: string | null;
  tableName: string;
  /** The received temporary file and how to read it; the caller removes it. */
  source: FileSource;
  alreadyExists: 'fail' | 'replace' | 'append';
  who: Principal;
  signal: AbortSignal;
  onProgress?(rows: number): void;
}

/** What questions are asked of: a dataset (`table`), or a query that was run in SQL Lab. */
export interface SourceRef {
  type: 'table' | 'query';
  id: number;
}

/** Everything that talks to databases, behind one door. */
export interface DataService {
  /** `POST /api/v1/chart/data`: authorise, compile, run, shape, encode, cache. */
  chartData(
    context: QueryContext,
    who: Principal,
    signal: AbortSignal,
    form?: ChartDataForm,
  ): Promise<EncodedAnswer>;
  /** The same, unless it has to be made first and could be kept then: undefined. */
  readyChartData(
    context: QueryContext,
    who: Principal,
    signal: AbortSignal,
  ): Promise<EncodedAnswer | undefined>;
  /** The same, where all of it is kept: else undefined, and no database is asked. */
  keptChartData(
    context: QueryContext,
    who: Principal,
    signal: AbortSignal,
  ): Promise<EncodedAnswer | undefined>;
  /** Answers of many charts, each as soon as it is there: one JSON document `{id, status, took, body}` a line. */
  chartDataStream(
    requests: readonly StreamedRequest[],
    answer: (context: QueryContext) => Promise<EncodedAnswer>,
    signal: AbortSignal,
  ): AsyncIterable<Buffer>;
  /** The rows of many charts as one workbook (XLSX), a sheet for each; the sheet of one that cannot be asked says why. */
  chartWorkbook(
    charts: readonly NamedQuestion[],
    who: Principal,
    signal: AbortSignal,
    /** For others than who asks: they are not told what databases say. */
    toOthers?: boolean,
  ): Promise<EncodedAnswer>;
  /** `POST /datasource/samples`. Page is 1-based. The answer's body is `{"result": {…}}`. */
  samples(
    request: { source: SourceRef; page: number; perPage: number; force: boolean; body: JsonObject | null },
    who: Principal,
    signal: AbortSignal,
  ): Promise<EncodedAnswer>;
  /** Distinct values of a column for filters. The answer's body is `{"result": […]}`. */
  columnValues(
    source: SourceRef,
    column: string,
    who: Principal,
    signal: AbortSignal,
  ): Promise<EncodedAnswer>;
  /** Checks access on the parsed statements, limits, runs. */
  runSql(run: SqlRun): Promise<SqlRunResult>;
  /** The first rows of a statement that is being written, within moments. Rejects as `runSql` does. */
  liveSql(run: LiveRun): Promise<LiveRows>;
  /** At most `most` rows of a run as one JSON object, behind what is told of them. */
  writeLabRows(
    frame: Frame,
    facts: object,
    most: number,
    who: Principal,
    signal: AbortSignal,
  ): Promise<Buffer>;
  /** Refuses what `runSql` would refuse before it begins, and says whether anything would be written. Runs nothing. */
  checkSql(run: SqlRun): Promise<{ writes: boolean }>;
  /** Whole result of a SQL Lab text as a file, streamed. */
  exportSql(run: SqlFile): Promise<EncodedAnswer>;
  formatSql(sql: string, backend: string): Promise<string>;
  /** What the planner thinks each statement costs; 422 where the engine tells nothing. */
  estimateSql(question: SqlQuestion): Promise<CostEstimate[]>;
  /** On which way each statement would be answered; none where the engine does not tell. */
  planSql(question: SqlQuestion): Promise<PlanStep[]>;
  /** What a script would take from those who read tables, and on which of some datasets; runs nothing. Throws as running it would. */
  sqlLosses(question: SqlQuestion, datasets: () => Promise<PlacedDataset[]>): Promise<SqlLoss[]>;
  /** The first thing in a text that an engine cannot read; undefined when there is none. Runs nothing. */
  sqlProblem(sql: string, backend: string): Promise<SyntaxProblem | undefined>;
  /** Grains the database's engine can do, as `[duration, name]`. */
  timeGrains(databaseId: number): Promise<[string, string][]>;
  /** Refuses tables that somebody may not read, wherever in the installation their names lead; 403. */
  requireTables(
    databaseId: number,
    touched: { tables: readonly TableName[]; isTransparent: boolean },
    usual: UsualPlace,
    who: Principal,
  ): Promise<void>;
  importFile(file: FileImport): Promise<{ rows: number }>;
  dropTable(databaseId: number, schema: string | null, table: string, who: Principal): Promise<void>;
  session(databaseId: number, who: Principal): Promise<Session>;
  /** A session for settings that are not saved yet (test connection). */
  trySession(settings: ConnectionSource): Session;
  relations(databaseId: number, schema: string, catalog: string | null, who: Principal): Promise<Relation[]>;
  describe(
    databaseId: number,
    table: { table: string; schema: string | null; catalog: string | null },
    who: Principal,
  ): Promise<TableDescription>;
  /**
   * SQL with its templates rendered as for nobody in particular; `templateParams` is the JSON text of their
   * parameters. Datasets that it reads from and tables whose partitions it asks for must be open to `who`.
   */
  neutralSql(
    databaseId: number,
    sql: string,
    templateParams: string | null,
    usual: UsualPlace,
    who: Principal,
  ): Promise<string>;
  /** Columns that the SQL of a virtual dataset yields; it is no template any more. */
  describeSql(
    databaseId: number,
    sql: string,
    place: UsualPlace,
    who: Principal,
  ): Promise<ColumnDescription[]>;
  /** A query of SQL Lab as a dataset, with the columns that it yields; rejects as its questions do. */
  labQueryDataset(id: number, who: Principal, signal: AbortSignal): Promise<DatasetSource>;
  /** Forgets sessions and cached answers of a database whose record changed. */
  forgetDatabase(databaseId: number): Promise<void>;
  /** Ends the queries of a database that was deleted, and forgets it. */
  dropDatabase(databaseId: number): Promise<void>;
  /** Forgets kept answers out of a dataset. */
  forgetDataset(datasetId: number): Promise<void>;
  close(): Promise<void>;
}

/** Where names that do not say it are looked for. */
export interface UsualPlace {
  schema: string | null;
  catalog: string | null;
}

/** Everything that talks to databases; loaded when first asked for. */
export interface WithData {
  data(): Promise<DataService>;
}
