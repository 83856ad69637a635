import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';

/** A name that no table and no dataset has: a second `sales.csv` becomes `sales_2`. */
export async function freeTableName(
  wanted: string,
  databaseId: number,
  act: Act<Ground & WithData>,
): Promise<string> {
  const taken = await takenNames(databaseId, act);
  let name = wanted;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wanted}_${count}`;
  return name;
}

/** Names of tables and datasets, in lower case. */
export async function takenNames(databaseId: number, act: Act<Ground & WithData>): Promise<Set<string>> {
  const data = await act.services.data();
  const [relations, datasets] = await Promise.all([
    data.relations(databaseId, 'main', null, act.caller.principal),
    act.services.db
      .selectFrom('datasets')
      .select('table_name')
      .where('database_id', '=', databaseId)
      .execute(),
  ]);
  return new Set(
    [...relations.map(({ name }) => name), ...datasets.map(({ table_name }) => table_name)].map((name) =>
      name.toLowerCase(),
    ),
  );
}
