import type { Dialect } from '@chartroom/query';
import { sqliteDialect } from '../sqlite/dialect.ts';

/** What reads SQL as SQLite does. */
function like(id: string): Dialect {
  return { ...sqliteDialect, id, nativeTypes: [] };
}

export const gsheets = like('gsheets');
export const shillelagh = like('shillelagh');
export const meta = like('superset');

const {
  PT5S,
  PT30S,
  PT5M,
  PT10M,
  PT15M,
  PT30M,
  'PT0.5H': half,
  PT6H,
  'P0.25Y': quarter,
  ...grains
} = sqliteDialect.grains;

export const dynamodb: Dialect = {
  ...like('dynamodb'),
  grains: {
    ...grains,
    '1969-12-28T00:00:00Z/P1W': "DATETIME({col}, 'start of day', 'weekday 0', '-7 days')",
    '1969-12-29T00:00:00Z/P1W': "DATETIME({col}, 'start of day', 'weekday 1', '-7 days')",
  },
};
