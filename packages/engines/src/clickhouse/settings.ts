import type { ClickHouseSettings } from '@clickhouse/client';
import type { RunOptions } from '../engine.ts';
import { FORMAT } from './answer.ts';

/** What an account may change: everything; all but whether it reads only, which is fixed; nothing. */
export type Freedom = 'all' | 'formats' | 'none';

/**
 * What is asked of the server besides the statement. Reading only is `readonly = 1`, in which the statement itself can
 * change no setting. The time limit of the server lies a little beyond the one kept here, should this process end first.
 */
export function settingsOf(
  { readOnly, timeoutMs, schema }: Pick<RunOptions, 'readOnly' | 'timeoutMs' | 'schema'>,
  freedom: Freedom,
): ClickHouseSettings {
  // Parameters of the request, which are no settings.
  const request: ClickHouseSettings = {
    default_format: FORMAT,
    ...(schema === undefined ? {} : { database: schema }),
  };
  if (freedom === 'none') return request;
  return {
    ...request,
    ...(readOnly && freedom === 'all' ? { readonly: '1' } : {}),
    max_execution_time: Number.isFinite(timeoutMs) && timeoutMs > 0 ? Math.ceil(timeoutMs / 1_000) + 1 : 0,
    // Should this process end, so does what it only reads.
    cancel_http_readonly_queries_on_client_close: 1,
    http_write_exception_in_output_format: 0,
    date_time_output_format: 'simple',
    output_format_json_quote_64bit_integers: 0,
    output_format_json_quote_decimals: 0,
    output_format_json_quote_denormals: 1,
    output_format_json_escape_forward_slashes: 0,
    output_format_decimal_trailing_zeros: 1,
  };
}
