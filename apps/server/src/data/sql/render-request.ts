import { type Bounds, ChartroomError, isJsonObject, type JsonObject, type JsonValue } from '@chartroom/model';
import {
  combineRowRules,
  type DatasetModel,
  DatasetNeeded,
  loadSqlParser,
  type PartitionQuestion,
  PartitionsNeeded,
  type TableName,
  type TemplateDataset,
  type TemplatePerson,
  TemplateProblem,
  TemplateRenderer,
  type TemplateRequest,
  type TemplateTrace,
} from '@chartroom/query';
import {
  type FetchedPartitions,
  fetchPartition,
  partitionKey,
  requirePartitions,
} from '../connections/partitions.ts';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataPorts, DatasetSource, Principal, RowRule, RuledDataset, UsualPlace } from '../ports.ts';
import { type RulePlace, withRules } from './ruled-sql.ts';
import { requireTables } from './table-access.ts';

/** What rendering works with, whatever is rendered. */
export interface TemplatePlace {
  database: OpenDatabase;
  ports: DataPorts;
  /** Who asks; other datasets are opened for them. */
  who: Principal;
  now: Date;
  /** Where tables are looked for that macros name. */
  usual: UsualPlace;
  bounds: Bounds;
  /** The dataset whose texts are rendered, if any: its author answers for the tables that its SQL names for everybody. */
  dataset?: DatasetSource;
  /** Whether this is what the author answers for. */
  isAuthors?: boolean;
}

/** What a template may know of the question it is rendered for. */
export type Told = Pick<
  TemplateRequest,
  'filters' | 'timeRange' | 'values' | 'urlParams' | 'ruleClauses' | 'columnTypes' | 'own'
>;

/** Most other datasets one text may read from. */
const MOST_DATASETS = 20;
/** Most questions one text may ask about partitions. */
const MOST_PARTITIONS = 20;
/** Datasets that read from one another, this many deep, read in a circle. */
const DEEPEST = 5;

/** What a template knows when nobody in particular asks nothing in particular. */
export function toldNothing(templateParams: JsonObject): Told {
  return {
    filters: [],
    timeRange: null,
    values: templateParams,
    urlParams: {},
    ruleClauses: [],
    columnTypes: new Map(),
    own: undefined,
  };
}

/** Nobody in particular. */
const ANYBODY: TemplatePerson = { id: undefined, username: undefined, email: undefined, roles: [] };

/**
 * Renders texts together. Other datasets and partitions that they name are fetched when they are met, and the texts are
 * rendered again. @throws TemplateProblem 422; 403 for partitions of tables that the asking person may not read
 */
export async function rendered<Result>(
  place: TemplatePlace,
  person: TemplatePerson,
  told: () => Told,
  work: (renderer: TemplateRenderer) => Result,
  depth = 0,
): Promise<{ result: Result; trace: TemplateRenderer['trace'] }> {
  const datasets = new Map<number, TemplateDataset | null>();
  const partitions: FetchedPartitions = new Map();
  const partition: TemplateRequest['partition'] = (question) => partitions.get(partitionKey(question));
  const { dialect } = place.database.engine;
  for (;;) {
    const renderer = new TemplateRenderer(() => ({
      ...told(),
      dialect,
      now: place.now,
      person,
      datasets,
      partition,
    }));
    try {
      return { result: work(renderer), trace: renderer.trace };
    } catch (error) {
      if (error instanceof DatasetNeeded) {
        if (datasets.size >= MOST_DATASETS) throw tooMany(`reads from more than ${MOST_DATASETS} datasets`);
        datasets.set(error.datasetId, await otherDataset(error.datasetId, place, person, told, depth + 1));
      } else if (error instanceof PartitionsNeeded) {
        if (partitions.size >= MOST_PARTITIONS)
          throw tooMany(`asks for the partitions of tables more than ${MOST_PARTITIONS} times`);
        partitions.set(partitionKey(error.question), await partitionFor(error.question, place));
      } else throw error;
    }
  }
}

function tooMany(what: string): TemplateProblem {
  return new TemplateProblem('limit', `A template ${what}.`);
}

/** The newest partition of a table, once it is known that it may be read for whoever asks. */
async function partitionFor(question: PartitionQuestion, place: TemplatePlace): Promise<JsonValue> {
  const { database, usual, who, ports } = place;
  requirePartitions(question, database.engine);
  if (!(await isAnsweredFor(question.table, place))) {
    await requireTables(database, { tables: [question.table], isTransparent: true }, usual, who, ports);
  }
  return fetchPartition(question, place);
}

/** Whether the author of a dataset answers for a table: its SQL asks for the partitions also when nobody in particular asks. */
async function isAnsweredFor({ catalog, schema, table }: TableName, place: TemplatePlace): Promise<boolean> {
  if (place.isAuthors) return true;
  const { dataset } = place;
  if (!dataset?.sql) return false;
  try {
    const { tables } = (
      await authorsSql({ ...place, isAuthors: true }, dataset.sql, parametersOf(dataset.template_params))
    ).trace;
    return [...tables.values()].some(
      (each) => each.catalog === catalog && each.schema === schema && each.table === table,
    );
  } catch (error) {
    // What says nothing without a question names no tables either.
    if (error instanceof TemplateProblem) return false;
    throw error;
  }
}

/** SQL of a virtual dataset as it is when nobody in particular asks: what its author answers for. */
export function authorsSql(
  place: TemplatePlace,
  sql: string,
  templateParams: JsonObject,
): Promise<{ result: string; trace: TemplateTrace }> {
  return rendered(
    place,
    ANYBODY,
    () => toldNothing(templateParams),
    (renderer) => renderer.render(sql.trim().replace(/;\s*$/, '')),
  );
}

/** The author's own parameters of a dataset; text that is no JSON object gives none. */
export function parametersOf(text: string | null): JsonObject {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A dataset for the macros, with its SQL and the row rules rendered; null where the asking person sees none. */
async function otherDataset(
  id: number,
  place: TemplatePlace,
  person: TemplatePerson,
  told: () => Told,
  depth: number,
): Promise<TemplateDataset | null> {
  if (depth > DEEPEST) throw new TemplateProblem('limit', 'Datasets read from one another in a circle.');
  const { ports, who, database } = place;
  const dataset = await ports.dataset(id);
  if (!dataset || !(await mayRead(id, place))) return null;
  if (dataset.database_id !== database.source.id)
    throw new TemplateProblem('dataset', `Dataset ${id} lies in another database.`);
  const rules = await ports.rowRules(who, id);
  // The macro compiles a question about it.
  await loadSqlParser();
  const inner = (): Told => {
    const outer = told();
    return {
      ...outer,
      values: { ...outer.values, ...parametersOf(dataset.template_params) },
      ruleClauses: rules.map(({ clause }) => clause),
      own: dataset,
    };
  };
  const { result } = await rendered(
    { ...place, dataset, usual: dataset },
    person,
    inner,
    (renderer) => ({
      sql: dataset.sql && renderer.render(dataset.sql),
      clauses: rules.map((rule) => ({ ...rule, clause: renderer.render(rule.clause) })),
    }),
    depth,
  );
  const ruled = rulePlace({ ...place, dataset, usual: dataset }, inner, depth);
  const model: DatasetModel = { ...dataset, sql: result.sql && (await withRules(result.sql, ruled)) };
  return { model, rules: combineRowRules(result.clauses, database.engine.dialect) };
}

/** Where row rules are put into SQL: each is rendered as its own dataset would render it. */
export function rulePlace(place: TemplatePlace, told: () => Told, depth = 0): RulePlace {
  const { database, ports, who, usual } = place;
  const clausesOf = async ({ rules, template_params, ...dataset }: RuledDataset): Promise<RowRule[]> => {
    const inner = (): Told => {
      const outer = told();
      return {
        ...outer,
        values: { ...outer.values, ...parametersOf(template_params) },
        ruleClauses: rules.map(({ clause }) => clause),
        own: undefined,
      };
    };
    const render = (renderer: TemplateRenderer) =>
      rules.map((rule) => ({ ...rule, clause: renderer.render(rule.clause) }));
    return (await rendered({ ...place, usual: dataset }, who, inner, render, depth)).result;
  };
  return { database, ports, who, usual, clausesOf };
}

async function mayRead(id: number, { ports, who }: TemplatePlace): Promise<boolean> {
  try {
    await ports.mayReadDataset(who, id, undefined);
    return true;
  } catch (error) {
    if (error instanceof ChartroomError && error.status === 403) return false;
    throw error;
  }
}
