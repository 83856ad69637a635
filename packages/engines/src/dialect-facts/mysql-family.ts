import { GenericType } from '@chartroom/model';
import type { Dialect } from '@chartroom/query';
import { mysqlDialect } from '../mysql/dialect.ts';
import { DATETIME, DAY, literals, TIMESTAMP } from './literals.ts';
import { TRUNCATIONS } from './plain.ts';

/** Names under which results of the protocol describe themselves (mysql/values.ts). */
const WIRE_TYPES: Dialect['nativeTypes'] = [
  [/^(tiny|short|newdecimal)$/i, GenericType.NUMERIC],
  [/^(var_string|enum|set)$/i, GenericType.STRING],
];
const NESTED = '(array|map|struct|json|bitmap|binary)';

/** Names of these engines hold any sign. */
const { mutateLabel, ...BASE } = mysqlDialect;

export const starrocks: Dialect = {
  ...BASE,
  id: 'starrocks',
  parser: 'starrocks',
  nativeTypes: [
    ...WIRE_TYPES,
    [new RegExp(`^${NESTED}`, 'i'), GenericType.STRING],
    [/^tinyint/i, GenericType.NUMERIC],
  ],
};

export const doris: Dialect = { ...starrocks, id: 'pydoris', parser: 'doris' };

export const oceanbase: Dialect = {
  ...BASE,
  id: 'oceanbase',
  maxLabelLength: 128,
  nativeTypes: [
    ...WIRE_TYPES,
    [/^(array|map|json|binary)/i, GenericType.STRING],
    [/^(tinyint|number)/i, GenericType.NUMERIC],
  ],
};

export const singlestore: Dialect = {
  ...BASE,
  id: 'singlestoredb',
  parser: 'singlestore',
  maxLabelLength: 256,
  grains: TRUNCATIONS,
  dateTimeLiteral: literals([
    [DAY, "CAST('{day}' AS DATE)"],
    [DATETIME, "CAST('{micros}' AS DATETIME(6))"],
    [TIMESTAMP, "('{micros}' :> TIMESTAMP(6))"],
    [/^time/i, "CAST('{clock}' AS TIME(6))"],
  ]),
  nativeTypes: [
    ...WIRE_TYPES,
    [/^(bit|enum|set|json|(tiny|medium|long)?blob|(var)?binary|geography)/i, GenericType.STRING],
    [/^(tinyint|mediumint|year)/i, GenericType.NUMERIC],
  ],
};
