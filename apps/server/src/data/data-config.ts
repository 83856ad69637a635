import type { Outbound } from '@chartroom/engines';
import type { Bounds } from '@chartroom/model';

/** Bounds of the cubes that answer cross-filters. */
export interface CubeBounds {
  /** Bytes of all of them together; 0 makes none. */
  bytes: number;
  /** Groups of one. */
  rows: number;
  /** Milliseconds that a question has to take before one is made for it. */
  fromMs: number;
}

/** Limits and timeouts of the data side; names of contract/api.md §6 in lower case. */
export interface DataConfig {
  home: string;
  /** Which addresses databases may have. */
  outbound: Outbound & { require(host: string): Promise<void> };
  /** Whether connections may lead through SSH servers. */
  ssh_tunneling: boolean;
  row_limit: number;
  samples_row_limit: number;
  sql_max_row: number;
  table_viz_max_row_server: number;
  filter_select_row_limit: number;
  /** Seconds a cached answer lives when nothing else says so. */
  cache_default_timeout: number;
  /** Bytes that kept answers may take in memory; the largest that is kept, in memory or Redis, has an eighth of it. */
  cache_bytes: number;
  /** Seconds for which a stale answer is still given while it is made anew. */
  cache_stale_seconds: number;
  /** How much cubes may take, and from which time of a question on they are made. */
  cubes: CubeBounds;
  /** The Redis server that keeps answers, and the key that seals them; undefined = memory keeps them. */
  redis: { url: string; sealKey: Buffer } | undefined;
  /** Seconds until a chart's query is given up. */
  query_timeout: number;
  /** Seconds until a synchronous SQL Lab query is given up. */
  sqllab_timeout: number;
  /** Milliseconds that an engine has for a statement that is being written, and once more for a sample of it. */
  live_budget: number;
  /** Rows of each table that such a sample has. */
  live_sample: number;
  /** Whether row rules hold in what people run in SQL Lab, too. */
  rls_in_sqllab: boolean;
  /** Functions that are closed beside those of the installation, lower case, by engine. */
  disallowed_functions: Record<string, string[]>;
  /** Functions that are open beside those of the installation, by engine; what is disallowed stays closed. */
  allowed_functions: Record<string, string[]>;
  /** Durations of grains that are neither offered nor answered. */
  denied_grains: string[];
  /** How much one request may make or send. */
  bounds: Bounds;
  /** Megabytes that the processes of embedded engines may take together; undefined = half of the machine's. */
  engine_memory: number | undefined;
  /** Workers for heavy answers; undefined = as many as fit the processors. */
  workers: number | undefined;
  /** How CSV files are written. */
  csv: { mark: boolean; separator: string; decimalSign: string };
}
