import { describe, expect, test } from 'vitest';
import { savedQueryChanges } from './versions.ts';

const QUERY = {
  label: 'Late flights',
  description: null,
  db_id: 1,
  catalog: null,
  schema: 'main',
  sql: 'SELECT 1\nFROM flights\nWHERE delay > 10',
  template_parameters: null,
};

describe('what changed in a saved query', () => {
  test.each([
    [{}, ''],
    [{ label: 'Delays' }, 'renamed to “Delays”'],
    [{ sql: 'SELECT 2\nFROM flights' }, 'changed the SQL (+1 −2 lines)'],
    [{ sql: 'FROM flights\nSELECT 1\nWHERE delay > 10' }, 'put the lines of the SQL in another order'],
    [{ sql: null }, 'changed the SQL (+1 −3 lines)'],
    [
      { description: 'x', db_id: 2, template_parameters: '{}' },
      'changed the description; moved to another database; changed the parameters',
    ],
  ])('%j', (part, said) => {
    expect(savedQueryChanges(QUERY, { ...QUERY, ...part })).toBe(said);
  });
});
