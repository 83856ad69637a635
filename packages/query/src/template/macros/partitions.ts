import { callable, textOr } from '../callable.ts';
import { TemplateProblem } from '../template-problem.ts';
import { Bag, Callable, fromJson, list, toJson, type Value } from '../value.ts';
import { type Macro, type PartitionQuestion, PartitionsNeeded, type Scene } from './macro.ts';

/** Names under which the macros stand; an engine has those that its dialect lists. */
const NAMESPACES = ['presto', 'trino', 'hive', 'spark'];

/**
 * `presto.latest_partition(t)` and its kin: values of the newest partition of a table, which is named `t`, `schema.t` or
 * `catalog.schema.t` (contract/query.md §4.3).
 */
export const partitionMacros: readonly Macro[] = NAMESPACES.map((namespace) => ({
  name: namespace,
  value: (scene) => new Bag(namespace, Object.entries(functionsOf(namespace, scene))),
}));

function functionsOf(namespace: string, scene: Scene): Record<string, Callable> {
  const latest = (name: string, shaped: (value: Value) => Value): Callable =>
    callable(name, ['table_name'], [], ([table]) =>
      shaped(asked({ namespace, name, ...placeOf(name, table), fixed: null }, scene)),
    );
  const one = (value: Value): Value => value;
  return {
    latest_partition: latest('latest_partition', one),
    first_latest_partition: latest('first_latest_partition', one),
    latest_partitions: latest('latest_partitions', (value) => (value === null ? null : list([value]))),
    latest_sub_partition: new Callable('latest_sub_partition', (args, named) => {
      const name = 'latest_sub_partition';
      const [table = named.get('table_name')] = args;
      if (args.length > 1)
        throw new TemplateProblem(
          'value',
          `${name}() takes one table; fixed fields are named: field='value'.`,
        );
      const fields = [...named].filter(([key]) => key !== 'table_name');
      const fixed = Object.fromEntries(fields.map(([key, value]) => [key, fixedText(key, value)]));
      // Without such a partition it is the empty text, unlike the others.
      return asked({ namespace, name, ...placeOf(name, table), fixed }, scene) ?? '';
    }),
  };
}

function asked(question: PartitionQuestion, { request, trace }: Scene): Value {
  const value = request.partition(question);
  if (value === undefined) throw new PartitionsNeeded(question);
  const { table } = question;
  trace.tables.set(JSON.stringify([table.catalog, table.schema, table.table]), table);
  trace.cacheKeys.push([question.name, table.catalog, table.schema, table.table, { ...question.fixed }]);
  return fromJson(value);
}

/** The table that a text names; its parts may stand in quotes. */
function placeOf(name: string, given: Value | undefined): Pick<PartitionQuestion, 'table'> {
  const parts = textOr(given, '')
    .split('.')
    .map((part) => part.trim().replace(/^(["'`])(.*)\1$/, '$2'));
  const [table = '', schema = null, catalog = null, ...others] = parts.reverse();
  if (parts.some((part) => part === '') || others.length > 0) {
    throw new TemplateProblem(
      'value',
      `${name}() needs a table as text: 'table', 'schema.table' or 'catalog.schema.table'.`,
    );
  }
  return { table: { catalog, schema, table } };
}

function fixedText(field: string, value: Value): string {
  const json = toJson(value);
  if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') return String(json);
  throw new TemplateProblem('value', `latest_sub_partition() needs a plain value for the field '${field}'.`);
}
