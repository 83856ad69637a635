import { type Config, purposeKey } from './base/config.ts';
import { boundsOf } from './base/settings/bound-settings.ts';
import type { HeavyWork } from './data/heavy/heavy-work.ts';
import type { DataPorts, DataService } from './data/ports.ts';
import { createOutbound } from './security/outbound.ts';

/** Loads and opens what talks to databases; engines and the SQL parser are heavy, so this waits for the first need. */
export async function openDataService(
  ports: DataPorts,
  config: Config,
  report: (error: unknown) => void,
  heavy: HeavyWork,
): Promise<DataService> {
  const { createDataService } = await import('./data/data-service.ts');
  return createDataService(
    {
      home: config.HOME,
      outbound: createOutbound(config),
      ssh_tunneling: config.SSH_TUNNELING,
      row_limit: config.ROW_LIMIT,
      samples_row_limit: config.SAMPLES_ROW_LIMIT,
      sql_max_row: config.SQL_MAX_ROW,
      table_viz_max_row_server: config.TABLE_VIZ_MAX_ROW_SERVER,
      filter_select_row_limit: config.FILTER_SELECT_ROW_LIMIT,
      cache_default_timeout: config.CACHE_DEFAULT_TIMEOUT,
      cache_bytes: config.CACHE_BYTES,
      cache_stale_seconds: config.CACHE_STALE_SECONDS,
      cubes: { bytes: config.CUBE_BYTES, rows: config.CUBE_ROWS, fromMs: config.CUBE_FROM_MS },
      redis: config.REDIS_URL
        ? { url: config.REDIS_URL, sealKey: purposeKey(config.SECRET_KEY, 'kept answers') }
        : undefined,
      query_timeout: config.QUERY_TIMEOUT,
      sqllab_timeout: config.SQLLAB_TIMEOUT,
      live_budget: config.SQLLAB_LIVE_BUDGET,
      live_sample: config.SQLLAB_LIVE_SAMPLE,
      rls_in_sqllab: config.RLS_IN_SQLLAB,
      disallowed_functions: config.DISALLOWED_SQL_FUNCTIONS,
      allowed_functions: config.ALLOWED_SQL_FUNCTIONS,
      denied_grains: config.TIME_GRAIN_DENYLIST,
      bounds: boundsOf(config),
      engine_memory: config.ENGINE_MEMORY_MB,
      workers: config.WORKERS,
      csv: {
        mark: config.CSV_EXPORT.encoding === 'utf-8-sig',
        separator: config.CSV_EXPORT.sep,
        decimalSign: config.CSV_EXPORT.decimal,
      },
    },
    ports,
    report,
    heavy,
  );
}
