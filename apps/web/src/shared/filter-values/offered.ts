import { bootstrap } from '../../base/bootstrap.ts';

/** Rows that a value filter offers at most; the operator says how many. */
export const OFFERED = Number(bootstrap.conf.NATIVE_FILTER_DEFAULT_ROW_LIMIT ?? 1_000);
