import { isJsonObject, type JsonObject, ownMember } from '../json.ts';

/** What a text can name at its place: `either` where form data do not tell metrics and columns apart. */
export type NameKind = 'metric' | 'column' | 'either';

/** What looks at the texts of form data. */
export interface NameVisitor {
  /**
   * A text that may name a column or metric, or be a label that is made of such a name; answers what stands there from now
   * on, or undefined where it names none.
   */
  name(text: string, kind: NameKind): string | undefined;
  /** What people wrote in a language of its own; it stays as it is. */
  written(text: string, language: 'sql' | 'template'): void;
}

/** Members of form data whose texts name columns or metrics of the dataset. */
const NAMING =
  /metric|column|group|series|entity|source|target|axis|subject|dimension|order|granularity|sort|size|radius|tooltip|field|mapbox_label|^geojson$|^[xy]$|^(id|name|parent|by|index|geohash|longitude|latitude)$|time|spatial|col$/i;
/** Members in which such a text stands for something else. */
const NOT_NAMING =
  /^(viz_type|datasource|(?!mapbox_).*label|.*format|.*title|.*agg.*|.*scheme|.*_?type|size_(from|to)|time_(range|grain.*|compare|shift.*)|js_(?!columns).*)$/i;
/** Members whose texts are written in a language of their own. */
const WRITTEN = /^(sqlExpression|where|having|.*template|js_(data_mutator|tooltip|onclick_href))$/i;
const SQL = /^(sqlExpression|where|having)$/;
const OF_METRICS = /metric|^point_radius_fixed$/i;
const OF_COLUMNS =
  /^(group.*|all_columns.*|granularity.*|.*col|columns?|column_name|subject|series|js_columns)$/i;
/** Objects in which names are the keys: settings of columns, and what steps of post-processing do with columns. */
const KEYED_BY_NAME = new Set(['column_config', 'aggregates', 'columns', 'rename']);
/** What layers of annotations read of other charts, and what addresses bring, is not about the dataset. */
const NOT_OF_DATASET = new Set(['annotation_layers', 'url_params']);
/** Orders of the values on an axis by something else than a metric. */
const AXIS_ORDER = /^x_axis_sort(_series)?$/;
const AXIS_ORDERS = new Set(['name', 'min', 'max', 'sum', 'avg']);
/** What layers of annotations read of another chart. */
const LAYER_COLUMNS = ['timeColumn', 'intervalEndColumn', 'titleColumn', 'descriptionColumns'] as const;

/**
 * Form data or a question after every text in them that names a column or metric of their dataset was looked at. What is
 * not known stays as it is.
 *
 * @param document stored form data or query context, of any age and make
 */
export function visitNames(document: unknown, visitor: NameVisitor): unknown {
  return visit(document, '', visitor);
}

/** Form data or a question after the names in those layers of annotations were looked at that other charts answer. */
export function visitLayers(
  document: unknown,
  charts: ReadonlySet<number>,
  { name }: Pick<NameVisitor, 'name'>,
): unknown {
  if (Array.isArray(document)) return document.map((each) => visitLayers(each, charts, { name }));
  if (!isJsonObject(document)) return document;
  const entries = Object.entries(document).map(([member, value]) => [
    member,
    member === 'annotation_layers' && Array.isArray(value)
      ? value.map((layer) => visitLayer(layer, charts, { name }))
      : visitLayers(value, charts, { name }),
  ]);
  return Object.fromEntries(entries);
}

function visitLayer(
  layer: unknown,
  charts: ReadonlySet<number>,
  { name }: Pick<NameVisitor, 'name'>,
): unknown {
  if (!isJsonObject(layer) || layer.sourceType === 'NATIVE') return layer;
  const isAsked = layer.annotationType !== 'FORMULA' && charts.has(Number(layer.value));
  if (!isAsked) return layer;
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    return typeof value === 'string' ? (name(value, 'either') ?? value) : value;
  };
  const columns = LAYER_COLUMNS.filter((member) => member in layer).map((member) => [
    member,
    renamed(layer[member]),
  ]);
  return { ...layer, ...Object.fromEntries(columns) };
}

function visit(value: unknown, key: string, visitor: NameVisitor): unknown {
  if (typeof value === 'string') return visitText(value, key, visitor);
  // What a list is called says nothing of the members of its objects.
  if (Array.isArray(value)) return value.map((each) => visit(each, isJsonObject(each) ? '' : key, visitor));
  if (!isJsonObject(value)) return value;
  if (KEYED_BY_NAME.has(key)) return visitKeys(value, key, visitor);
  const { expressionType, hasCustomLabel, type } = value;
  const isSimple = expressionType === 'SIMPLE';
  const reference = referenceOf(value, visitor);
  const entries = Object.entries(value).map(([member, each]): [string, unknown] => {
    const referred = ownMember(reference, member);
    if (referred !== undefined) return [member, referred];
    // The SQL of a simple expression is a rest of its past.
    if (NOT_OF_DATASET.has(member) || (isSimple && member === 'sqlExpression')) return [member, each];
    if (isSimple && member === 'label' && typeof each === 'string' && hasCustomLabel !== true)
      return [member, visitor.name(each, 'metric') ?? each];
    return [member, visit(each, type === 'metric' && member === 'value' ? 'metric' : member, visitor)];
  });
  return Object.fromEntries(entries);
}

function visitText(text: string, key: string, visitor: NameVisitor): string {
  if (WRITTEN.test(key)) {
    visitor.written(text, SQL.test(key) ? 'sql' : 'template');
    return text;
  }
  if (!NAMING.test(key) || NOT_NAMING.test(key)) return text;
  if (AXIS_ORDER.test(key) && AXIS_ORDERS.has(text)) return text;
  if (!text.startsWith('["')) return visitor.name(text, kindOf(key)) ?? text;
  // Orders of rows stand as texts of JSON: `["name", true]`.
  const list = listIn(text);
  const visited = list && JSON.stringify(visit(list, key, visitor));
  return visited === undefined || visited === JSON.stringify(list) ? text : visited;
}

function kindOf(key: string): NameKind {
  if (OF_METRICS.test(key)) return 'metric';
  return OF_COLUMNS.test(key) ? 'column' : 'either';
}

function listIn(text: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** An object whose keys are names. What stands under a name that another one takes over gives way. */
function visitKeys(value: JsonObject, key: string, visitor: NameVisitor): unknown {
  const entries = Object.entries(value).map(([name, each]) => {
    const below = typeof each === 'string' ? visitText(each, key, visitor) : visit(each, '', visitor);
    return [name, visitor.name(name, 'either') ?? name, below] as const;
  });
  const taken = new Set(entries.flatMap(([name, now]) => (name === now ? [] : [now])));
  return Object.fromEntries(
    entries.filter(([name, now]) => name !== now || !taken.has(name)).map(([, now, below]) => [now, below]),
  );
}

/** What becomes of SQL that is nothing but the name of a column, as on axes, and of the label that says the same. */
function referenceOf(
  { columnType, isColumnReference, sqlExpression: sql, label }: JsonObject,
  visitor: NameVisitor,
): Record<string, string> {
  if ((columnType !== 'BASE_AXIS' && isColumnReference !== true) || typeof sql !== 'string') return {};
  const now = visitor.name(sql, 'column');
  if (now === undefined) return {};
  return { sqlExpression: now, ...(label === sql && { label: now }) };
}
