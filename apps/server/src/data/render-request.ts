import { ChartroomError, isJsonObject, type JsonObject } from '@chartroom/model';
import {
  combineRowRules,
  type DatasetModel,
  DatasetNeeded,
  type TemplateDataset,
  type TemplatePerson,
  TemplateProblem,
  TemplateRenderer,
  type TemplateRequest,
} from '@chartroom/query';
import type { DataPorts, Principal } from './ports.ts';
import type { OpenDatabase } from './session-pool.ts';

/** What rendering works with, whatever is rendered. */
export interface TemplatePlace {
  database: OpenDatabase;
  ports: DataPorts;
  /** Who asks; other datasets are opened for them. */
  who: Principal;
  now: Date;
}

/** What a template may know of the question it is rendered for. */
export type Told = Pick<TemplateRequest, 'filters' | 'timeRange' | 'values' | 'urlParams' | 'ruleClauses' | 'columnTypes' | 'own'>;

/** Most other datasets one text may read from. */
const MOST_DATASETS = 20;
/** Datasets that read from one another, this many deep, read in a circle. */
const DEEPEST = 5;

/** What a template knows when nobody in particular asks nothing in particular. */
export function toldNothing(templateParams: JsonObject): Told {
  return { filters: [], timeRange: null, values: templateParams, urlParams: {}, ruleClauses: [], columnTypes: new Map(), own: undefined };
}

/** Nobody in particular. */
export const ANYBODY: TemplatePerson = { id: undefined, username: undefined, email: undefined, roles: [] };

/**
 * Renders texts together. Other datasets that they name are fetched when they are met, and the texts are rendered
 * again. @throws TemplateProblem 422
 */
export async function rendered<Result>(
  place: TemplatePlace,
  person: TemplatePerson,
  told: () => Told,
  work: (renderer: TemplateRenderer) => Result,
  depth = 0,
): Promise<{ result: Result; trace: TemplateRenderer['trace'] }> {
  const datasets = new Map<number, TemplateDataset | null>();
  for (;;) {
    const renderer = new TemplateRenderer(() => ({ ...told(), dialect: place.database.engine.dialect, now: place.now, person, datasets }));
    try {
      return { result: work(renderer), trace: renderer.trace };
    } catch (error) {
      if (!(error instanceof DatasetNeeded)) throw error;
      if (datasets.size >= MOST_DATASETS) throw new TemplateProblem('limit', `A template reads from more than ${MOST_DATASETS} datasets.`);
      datasets.set(error.datasetId, await otherDataset(error.datasetId, place, person, told, depth + 1));
    }
  }
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
  if (dataset.database_id !== database.source.id) throw new TemplateProblem('dataset', `Dataset ${id} lies in another database.`);
  const rules = await ports.rowRules(who, id);
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
    place,
    person,
    inner,
    (renderer) => ({
      sql: dataset.sql && renderer.render(dataset.sql),
      clauses: rules.map((rule) => ({ ...rule, clause: renderer.render(rule.clause) })),
    }),
    depth,
  );
  const model: DatasetModel = { ...dataset, sql: result.sql };
  return { model, rules: combineRowRules(result.clauses) };
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
