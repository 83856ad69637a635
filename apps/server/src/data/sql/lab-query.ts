import { type DatasetColumn, GenericType } from '@chartroom/model';
import { genericTypeOf } from '@chartroom/query';
import { LRUCache } from 'lru-cache';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataConfig } from '../data-config.ts';
import type { DataPorts, DatasetSource, LabQuerySource, Principal } from '../ports.ts';
import { renderScript } from './render-script.ts';
import { checkSql, describeSql } from './sql-run.ts';

/** Queries whose columns are remembered: the SQL of one never changes. */
const REMEMBERED = 500;

/** Queries of SQL Lab as charts ask them: datasets without metrics, of what their SQL yields. */
export class LabQueries {
  readonly #columns = new LRUCache<string, DatasetColumn[]>({ max: REMEMBERED });
  readonly #config: DataConfig;
  readonly #ports: DataPorts;

  constructor(config: DataConfig, ports: DataPorts) {
    this.#config = config;
    this.#ports = ports;
  }

  /**
   * A query as a dataset, whose number is that of the query below nought: those above are of datasets.
   * @throws ChartroomError 403 for tables that may not be read, 422 for what is not one statement that reads
   */
  async dataset(
    query: LabQuerySource,
    database: OpenDatabase,
    who: Principal,
    signal: AbortSignal,
  ): Promise<DatasetSource> {
    const { id, database_id, catalog, schema, name, changed_on } = query;
    const question = { databaseId: database_id, catalog, schema, sql: query.sql, who, signal, limit: 1 };
    const run = await renderScript(
      database,
      { ...question, templateParams: {} },
      this.#ports,
      this.#config.bounds,
    );
    // Rights may have gone since it was run.
    await checkSql(database, run, this.#ports, this.#config);
    const sql = run.sql.trim().replace(/[;\s]+$/, '');
    return {
      id: -id,
      database_id,
      table_name: name,
      catalog,
      schema,
      sql,
      main_dttm_col: null,
      always_filter_main_dttm: false,
      offset: 0,
      fetch_values_predicate: null,
      template_params: null,
      cache_timeout: null,
      columns: await this.#columnsOf(
        `${id} ${changed_on} ${database.source.person?.id}`,
        sql,
        query,
        database,
      ),
      metrics: [],
      changed_on,
    };
  }

  async #columnsOf(
    key: string,
    sql: string,
    place: LabQuerySource,
    database: OpenDatabase,
  ): Promise<DatasetColumn[]> {
    const known = this.#columns.get(key);
    if (known) return known;
    const found = await describeSql(database, sql, place, { config: this.#config, ports: this.#ports });
    const columns = found.map(({ name, nativeType }, index): DatasetColumn => {
      const generic = genericTypeOf(nativeType, database.engine.dialect) ?? null;
      return {
        id: index + 1,
        column_name: name,
        verbose_name: null,
        description: null,
        expression: null,
        filterable: true,
        groupby: true,
        is_dttm: generic === GenericType.TEMPORAL,
        type: nativeType,
        type_generic: generic,
        advanced_data_type: null,
        python_date_format: null,
      };
    });
    this.#columns.set(key, columns);
    return columns;
  }
}
