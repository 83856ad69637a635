import type {
  Bounds,
  ChartroomError,
  ConnectionParts,
  JsonObject,
  ParametersSchema,
  PlanStep,
} from '@chartroom/model';
import type { ColumnBatch, Dialect, LineColumn, ResultColumn } from '@chartroom/query';
import type { FileSource } from './files/file-source.ts';
import type { AddressPlace } from './network/address-place.ts';

import type { Outbound } from './network/network-way.ts';
import type { DatabaseUri } from './uri.ts';

/** An answer that streams: columns are known at once, rows come in batches under back-pressure. */
export interface Result {
  columns: ResultColumn[];
  /** Iterating pulls rows; leaving the loop early (break, throw) cancels the query in the engine. */
  batches: AsyncIterable<ColumnBatch>;
}

export interface RunOptions {
  /** Aborting cancels the query inside the engine; `run` and the iteration then reject with the signal's reason. */
  signal: AbortSignal;
  /** Rows after which the stream ends (the query is cancelled); absent = all. */
  maxRows?: number;
  /** Bytes that an answer may have which is passed on as it comes; absent = as many as one that is held in memory. */
  streamedBytes?: number;
  /** Milliseconds until the query is cancelled with a timeout error. */
  timeoutMs: number;
  /** Run so that the engine itself refuses every write. */
  readOnly: boolean;
  /** Default schema of unqualified names, where the engine has such. */
  schema?: string;
  catalog?: string;
  /** Told the address of a page of the engine about what it runs, where it has one. */
  onTracked?: (url: string) => void;
}

/** How a script is run: its limits hold for all of its statements together. */
export interface ScriptOptions extends RunOptions {
  /** Called when a statement has ended and another follows, with the number of those that have ended. */
  onStatement?: (ended: number) => void;
  /** Called with the answer of each statement that another one follows, which is waited for. */
  onAnswer?: ((answer: Result) => Promise<void>) | undefined;
}

export interface TableRef {
  table: string;
  schema?: string | undefined;
  catalog?: string | undefined;
}
export interface Relation {
  name: string;
  type: 'table' | 'view' | 'materialized_view';
}
export interface ColumnDescription {
  name: string;
  nativeType: string;
  nullable: boolean;
  default: string | null;
  comment: string | null;
}
export interface KeyDescription {
  name: string | null;
  column_names: string[];
}
export interface ForeignKeyDescription extends KeyDescription {
  referred_schema: string | null;
  referred_table: string;
  referred_columns: string[];
}
export interface TableDescription {
  columns: ColumnDescription[];
  primaryKey: KeyDescription | null;
  foreignKeys: ForeignKeyDescription[];
  indexes: (KeyDescription & { unique: boolean })[];
  comment: string | null;
  /** The statement that makes it, of a view whose engine tells it. */
  createView?: string | undefined;
}
/** A file that becomes a table. */
export interface TableLoad {
  table: TableRef;
  /** `fail` and `replace` say what happens when the table is there; `append` adds to it, or makes it. */
  mode: 'fail' | 'replace' | 'append';
  source: FileSource;
  signal: AbortSignal;
  onProgress?: ((rows: number) => void) | undefined;
}
export type CostEstimate = Record<string, string>;

/** A column of rows that another engine takes. */
export interface CopiedColumn {
  name: string;
  /** Type in words of DuckDB. */
  type: string;
  /**
   * What its values are besides texts of that type. `hex`: bytes in hexadecimal digits; `era`: moments that end with ` BC` before
   * our era; `digits`: decimals whose number of digits is not known before.
   */
  form?: 'hex' | 'era' | 'digits';
}
/** Lines of CSV or chunks of columns, each of them whole. */
export interface CopiedPiece {
  bytes: Buffer;
  rows: number;
  /** Bytes of the longest line. */
  longest: number;
}
/**
 * Rows on their way to another engine, exactly as they are: CSV without a header, lines ended by `\n`, signs doubled within
 * quotes; nothing is null, and two quotes are the empty text.
 */
export interface CopiedRows {
  columns: CopiedColumn[];
  /** They come as chunks of columns (`column-chunks.ts`), not as CSV, and the forms of columns do not count. */
  areColumns?: boolean;
  /** The columns as `run` describes them, and how it reads their texts; absent where the decimals of one show unequal digits. */
  read?: readonly LineColumn[] | undefined;
  /** Leaving the loop early (break, throw) cancels the query in the engine. */
  pieces: AsyncIterable<CopiedPiece>;
}
/** A select of one table that reads less of it under a condition in the words of its engine. */
export interface DivisibleSelect {
  table: TableRef;
  where(condition: string): string;
}
/** Lines of CSV files, each of them whole. */
export interface LinePiece {
  bytes: Buffer;
  rows: number;
  /** Whether they stand as they do in our own files, as long as no moment of a column had a fraction before; absent = no. */
  isOurs?: boolean;
}
/** Rows as lines of CSV, and how those are read that are not ours yet. */
export interface RowLines {
  read: readonly LineColumn[];
  /** Leaving the loop early (break, throw) cancels the query in the engine. */
  pieces: AsyncIterable<LinePiece>;
}
/** How much an engine thinks that a query gives. */
export interface QuerySize {
  rows: number;
  bytes: number;
  /** Whether conditions count; otherwise it is what the whole table has. */
  isOfQuery: boolean;
}
/** Rows of another database that one query reads under a name of its own. */
export interface BroughtTable {
  name: string;
  rows: CopiedRows;
}
/** Where the names of a statement that is only estimated are looked for, and until when. */
export type EstimateOptions = Pick<RunOptions, 'signal' | 'schema' | 'catalog'>;

/** Where a table's written name leads. */
export interface TablePlace extends TableRef {
  /** Address of the database that holds it, when that is another than the session's. */
  uri: string | undefined;
  /** The name is that of no database which the engine knows: one of another connection, or none at all. */
  stranger?: string;
}

/** A live connection (or pool) to one database: the only thing that talks to a driver. */
export interface Session {
  run(sql: string, options: RunOptions): Promise<Result>;
  /**
   * Runs statements one after the other on one connection, so that what one of them sets or makes for itself is there for
   * the next; the rows of the last. What they write is kept when all of them have ended well. Absent = each is run alone.
   */
  runScript?(statements: readonly string[], options: ScriptOptions): Promise<Result>;
  catalogs(): Promise<string[]>;
  schemas(catalog?: string): Promise<string[]>;
  defaultSchema(): Promise<string | null>;
  relations(schema: string, catalog?: string): Promise<Relation[]>;
  /** Rejects with TABLE_DOES_NOT_EXIST_ERROR when there is no such relation. */
  describe(table: TableRef): Promise<TableDescription>;
  /** Makes a table of a file, all or nothing; resolves with the number of rows. Engines with `fileUpload` have it. */
  load?(load: TableLoad): Promise<number>;
  /** Removes a table; no error when there is none. Engines with `fileUpload` have it. */
  dropTable?(table: TableRef): Promise<void>;
  /**
   * Where a written name leads, on engines in which one connection reaches several databases of the server
   * (`examples.flights` asked of `uploads`). Access is decided on that place, and only own tables may be written.
   */
  placeOf?(table: TableRef): TablePlace;
  /**
   * Rows of a query for another engine, in no order; absent = `copiedRows` makes them of what `run` answers. What can be divided
   * may be read by several connections at once that see the same state.
   */
  copy?(sql: string, options: RunOptions, divisible?: DivisibleSelect): Promise<CopiedRows>;
  /** Rows of a reading query as lines of CSV files that the engine writes; undefined where it has no text for a column as we have it. */
  lines?(sql: string, options: RunOptions): Promise<RowLines | undefined>;
  /** How much a query of one table gives, as the engine's statistics tell; undefined where they do not. Reads nothing of the table. */
  size?(sql: string, table: TableRef, options: EstimateOptions): Promise<QuerySize | undefined>;
  /**
   * Runs one reading query that names, besides the own tables, tables brought from elsewhere: `temp.main.<name>`. They are
   * there for this query alone, and gone with it however it ends.
   */
  runWith?(sql: string, brought: readonly BroughtTable[], options: RunOptions): Promise<Result>;
  /** Makes a table of rows that come from elsewhere, by a list of what is selected of them; all or nothing. */
  keep?(table: BroughtTable, items: string, options: Pick<RunOptions, 'signal' | 'timeoutMs'>): Promise<void>;
  /** What the planner thinks a statement costs. */
  estimate?(sql: string, options: EstimateOptions): Promise<CostEstimate[]>;
  /** On which way it would be answered. */
  plan?(sql: string, options: EstimateOptions): Promise<PlanStep>;
  /** Names of the functions that SQL may call, for completion in editors. */
  functions?(): Promise<string[]>;
  /** Cheapest round trip; rejects with a CONNECTION_* error that says what is wrong. */
  ping(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** How an engine is reached: parsed from the stored URI, secrets filled in. */
export interface ConnectionSettings {
  /** The whole SQLAlchemy-style URI with the real password. */
  uri: string;
  /** The `extra` document of the database record. */
  extra: JsonObject;
  /** Its `encrypted_extra` document: keys, tokens and accounts of services. */
  secrets?: JsonObject | undefined;
  /** Folder where embedded engines may keep their files. */
  home: string;
  /** What engines that use the network have to ask before they connect; absent = everything may be reached (tests). */
  outbound?: Outbound | undefined;
  /** How large answers and their cells may be; absent = the defaults. */
  bounds?: Pick<Bounds, 'MAX_ANSWER_BYTES' | 'MAX_CELL_BYTES'> | undefined;
  /** Megabytes that the processes of embedded engines may take together; absent = half of the machine's memory. */
  engineMemory?: number | undefined;
  /** Threads of DuckDB's process; absent = one for each processor. */
  engineThreads?: number | undefined;
}

/** The parts of a connection that are another for each person who asks under their own name. */
export interface PersonalSettings {
  uri: string;
  secrets: JsonObject;
}
/** Somebody who does. */
export interface AskingPerson {
  username: string;
  /** What they have let the installation have, where the engine knows them by such. */
  token: string | undefined;
}

/** What is known of the connection when something fails. */
export interface ConnectionContext {
  username?: string | undefined;
  hostname?: string | undefined;
  port?: number | undefined;
  database?: string | undefined;
}

export interface EngineCapabilities {
  fileUpload: boolean;
  catalogs: boolean;
  schemas: boolean;
  cancel: boolean;
  estimate: boolean;
  /** Answers so fast that statements may run while they are written. */
  live: boolean;
  /** Runs inside the server (a file), so that its address needs no network. */
  embedded: boolean;
  /** Opens files of the server on the word of an address: to be refused unless the operator allows such engines. */
  unsafe: boolean;
}

/** Of a server that is asked and told to stop, with schemas in one catalog: what most are. */
export const USUAL_CAPABILITIES: EngineCapabilities = {
  fileUpload: false,
  catalogs: false,
  schemas: true,
  cancel: true,
  estimate: false,
  live: false,
  embedded: false,
  unsafe: false,
};

/** The connection form of an engine, and what its fields have to do with its addresses. */
export interface EngineForm {
  fields: ParametersSchema;
  uriOf(form: JsonObject, secrets: JsonObject): DatabaseUri;
  /** The fields as far as an address says them. */
  partsOf(uri: DatabaseUri): ConnectionParts;
}

/** An engine: one folder, one line in the catalog. */
export interface Engine {
  /** Wire name: `backend` of the database, e.g. `postgresql`. */
  id: string;
  /** Shown name, e.g. `PostgreSQL`. */
  name: string;
  /** Driver names accepted after `+` in the URI; the first is the default. */
  drivers: string[];
  defaultPort?: number;
  /** Example address shown in the connection form. */
  uriPlaceholder: string;
  /** Parameters that ask for an encrypted connection in the address; absent = `sslmode=require`. */
  encryptionQuery?: Readonly<Record<string, string>>;
  /** Its own connection form, where its fields are not host, port, account and database. */
  form?: EngineForm;
  /** Fields of the usual form that have to be filled in; absent = host, port, account and database. */
  formRequires?: readonly string[];
  /** Knows people by tokens that they let the installation have (OAuth2). */
  oauth2?: boolean;
  /** How it is reached under somebody's name, where that is not the account of the address. */
  asPerson?(settings: PersonalSettings, person: AskingPerson): PersonalSettings;
  /** How its addresses name catalog and schema; absent = they do not, and neither is chosen by an address. */
  place?: AddressPlace;
  /** Whether the schema of an address is the one that unqualified names are looked for in, without asking the server. */
  tellsSchema?: boolean;
  /** Arguments of its drivers that every connection has, whatever its settings say. */
  connectArgs?: Readonly<Record<string, number>>;
  /** Whatever connects for it asks first where it may; for others the server asks before each use, too. */
  asksOutbound?: boolean;
  /** Its connections lead through `settings.outbound.tunnel` where there is one. */
  tunnels?: boolean;
  dialect: Dialect;
  capabilities: EngineCapabilities;
  /** What a driver's text means (contract/query.md §5.7). */
  classify(text: string, context: ConnectionContext): ChartroomError;
  /** Opens a session. Does not have to connect yet; the first use may. */
  open(settings: ConnectionSettings): Session;
}

/** Declares an engine; exists so that the object is checked where it is written. */
export function defineEngine(engine: Engine): Engine {
  return engine;
}
