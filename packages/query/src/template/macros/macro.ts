import type { JsonObject, JsonValue } from '@chartroom/model';
import type { DatasetModel, ModelMetric } from '../../compile/dataset-model.ts';
import type { Dialect } from '../../dialect.ts';
import type { TableName } from '../../sql/table-names.ts';
import type { Filter } from '../tools.ts';
import type { Value } from '../value.ts';

/** Who asks, as templates may know them. */
export interface TemplatePerson {
  id: number | undefined;
  username: string | undefined;
  email: string | undefined;
  roles: readonly string[];
}

/** A condition on a column, as macros find it. */
export interface TemplateFilter {
  col: string;
  /** Upper case. */
  op: string;
  val: JsonValue;
}

/** Another dataset that a template reads from or takes metrics of; its `sql` is rendered, its other texts are not. */
export interface TemplateDataset {
  model: DatasetModel;
  /** Conditions every row must meet. */
  rules: readonly string[];
}

/** Everything a template may ask about. Effects come in as values. */
export interface TemplateRequest {
  dialect: Dialect;
  now: Date;
  person: TemplatePerson;
  /** Conditions of the question, in its order. */
  filters: readonly TemplateFilter[];
  timeRange: string | null;
  urlParams: Readonly<Record<string, unknown>>;
  /** Names with plain values: `columns`, `from_dttm` …, and the author's own parameters. */
  values: JsonObject;
  /** The dataset that is asked, if any, and its metrics. */
  own: { id: number; table_name: string; metrics: readonly ModelMetric[] } | undefined;
  /** Clauses of the row rules for the asking person on that dataset. */
  ruleClauses: readonly string[];
  /** Types of the dataset's columns by name. */
  columnTypes: ReadonlyMap<string, string>;
  /** Datasets by id as far as they were fetched; null for one that is not there. */
  datasets: ReadonlyMap<number, TemplateDataset | null>;
  /** What is known of the newest partition of a table; null where there is none, undefined as long as it was not fetched. */
  partition(question: PartitionQuestion): JsonValue | undefined;
}

/** What a macro asks of the partitions of a table. */
export interface PartitionQuestion {
  /** The name before the dot, which says whose partitions are meant: `presto`, `trino`, … */
  namespace: string;
  /** The macro that asks. */
  name: string;
  table: TableName;
  /** Values of all fields but one, whose newest value is asked for; null where the table has one field only. */
  fixed: Readonly<Record<string, string>> | null;
}

/** What a template looked at: it decides whom an answer may be kept for and which filters it took over. */
export interface TemplateTrace {
  /** Values that became part of the cache key, in order of their use. */
  cacheKeys: JsonValue[];
  /** Columns whose filters were read. */
  applied: Set<string>;
  /** Columns whose filters the template takes over: the query leaves them out. */
  removed: Set<string>;
  /** Tables whose partitions were asked for, by name: they count among those that the text reads. */
  tables: Map<string, TableName>;
  /** Names without a value that were printed. */
  unknown: Set<string>;
}

/** A template needs a dataset that was not fetched yet: fetch it, and render again. */
export class DatasetNeeded extends Error {
  readonly datasetId: number;
  constructor(datasetId: number) {
    super(`The template needs the dataset ${datasetId}.`);
    this.name = 'DatasetNeeded';
    this.datasetId = datasetId;
  }
}

/** A template needs the newest partition of a table that was not fetched yet: fetch it, and render again. */
export class PartitionsNeeded extends Error {
  readonly question: PartitionQuestion;
  constructor(question: PartitionQuestion) {
    super(`The template needs the newest partition of the table ${question.table.table}.`);
    this.name = 'PartitionsNeeded';
    this.question = question;
  }
}

/** What a macro works with while one template is rendered. */
export interface Scene {
  request: TemplateRequest;
  trace: TemplateTrace;
  /** Renders a text that the template refers to, within the same budget. */
  render(text: string): string;
}

/** A name that every template about data has. */
export interface Macro {
  name: string;
  value(scene: Scene): Value;
}

/** A filter that every template about data has. */
export interface MacroFilter {
  name: string;
  filter(scene: Scene): Filter;
}
