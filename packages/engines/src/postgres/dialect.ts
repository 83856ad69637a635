import { GenericType } from '@chartroom/model';
import { type Dialect, naiveTimestamp, STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '@chartroom/query';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { truncations } from '../sql/truncation-grains.ts';
import { ROWS, VALUES } from './functions.ts';

/** A multiple of minutes or seconds, counted from the start of the next larger unit. */
function steps(unit: 'minute' | 'second', count: number): string {
  const larger = unit === 'minute' ? 'hour' : 'minute';
  return `DATE_TRUNC('${larger}', {col}) + INTERVAL '${count} ${unit}s' * FLOOR(EXTRACT(${unit.toUpperCase()} FROM {col}) / ${count})`;
}

/** PostgreSQL (contract/query.md §3.2–3.6, §5.2). */
export const postgresDialect: Dialect = {
  id: 'postgresql',
  parser: 'postgres',
  capabilities: {
    ...STANDARD_CAPABILITIES,
    ilike: true,
  },
  lexical: {
    ...STANDARD_LEXICAL,
    escapeStrings: true,
    dollarQuotes: true,
    containsOperator: true,
    nestedComments: true,
  },
  booleans: ['true', 'false'],
  textType: 'VARCHAR',
  maxLabelLength: 63,
  labelsCountBytes: true,
  ...STANDARD_QUOTING,
  grains: {
    ...truncations({ PT1S: 'second' }),
    PT5S: steps('second', 5),
    PT30S: steps('second', 30),
    ...truncations({ PT1M: 'minute' }),
    PT5M: steps('minute', 5),
    PT10M: steps('minute', 10),
    PT15M: steps('minute', 15),
    PT30M: steps('minute', 30),
    ...truncations({ PT1H: 'hour', P1D: 'day', P1W: 'week', P1M: 'month', P3M: 'quarter', P1Y: 'year' }),
  },
  dateTimeLiteral(ms, nativeType) {
    if (/^(datetime|timestamp)/i.test(nativeType))
      return `TO_TIMESTAMP('${naiveTimestamp(ms)}', 'YYYY-MM-DD HH24:MI:SS.US')`;
    if (/^date/i.test(nativeType)) return `TO_DATE('${naiveTimestamp(ms).slice(0, 10)}', 'YYYY-MM-DD')`;
    return undefined;
  },
  epochSeconds: "(timestamp 'epoch' + {col} * interval '1 second')",
  epochMilliseconds: "(timestamp 'epoch' + ({col}/1000) * interval '1 second')",
  nativeTypes: [
    [/\[\d*\]$/, GenericType.STRING],
    [/^(array|json|enum)/i, GenericType.STRING],
    [/^double precision/i, GenericType.NUMERIC],
  ],
  allowedFunctions: { values: VALUES, rows: ROWS, schemas: ['pg_catalog'], bare: new Set(['user']) },
  disallowedFunctions: new Set(
    (
      'current_database current_schema current_setting current_user database_to_xml database_to_xmlschema inet_client_addr inet_client_port ' +
      'inet_server_addr inet_server_port pg_ls_dir pg_read_binary_file pg_read_file pg_sleep pg_terminate_backend query_to_xml ' +
      'query_to_xml_and_xmlschema query_to_xmlschema session_user table_to_xml table_to_xml_and_xmlschema table_to_xmlschema version ' +
      // Not in the contract's list, but of the same kind: they read or write files, run text, or stop other people's work.
      'lo_import lo_export lo_get lo_put pg_stat_file pg_ls_logdir pg_ls_waldir pg_ls_tmpdir pg_ls_archive_statusdir pg_file_write ' +
      'pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_sleep_for pg_sleep_until dblink dblink_exec dblink_connect dblink_send_query ' +
      'set_config schema_to_xml schema_to_xmlschema schema_to_xml_and_xmlschema database_to_xml_and_xmlschema cursor_to_xml cursor_to_xmlschema ' +
      'ts_stat ts_rewrite pg_stat_get_activity pg_stat_get_backend_activity pg_switch_wal pg_backup_start pg_backup_stop pg_start_backup ' +
      'pg_stop_backup pg_create_restore_point pg_promote pg_wal_replay_pause pg_wal_replay_resume pg_stat_reset pg_stat_reset_shared ' +
      'pg_stat_reset_single_table_counters pg_log_backend_memory_contexts pg_notify pg_export_snapshot pg_advisory_lock ' +
      'pg_advisory_xact_lock pg_create_logical_replication_slot pg_create_physical_replication_slot pg_drop_replication_slot ' +
      'pg_logical_emit_message pg_replication_origin_create pg_import_system_collations pg_ls_logicalmapdir pg_ls_replslotdir ' +
      'pg_ls_logicalsnapdir pg_current_logfile pg_show_all_file_settings pg_hba_file_rules pg_get_userbyid dblink_get_connections'
    ).split(' '),
  ),
};
