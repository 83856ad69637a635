import type { Cell } from '@chartroom/query';
import { expect, test } from 'vitest';
import { describeTable, listRelations, typeName } from './introspect.ts';

/** Answers by what is asked for; keeps what was asked. */
function catalog(answers: readonly (readonly [RegExp, Cell[][]])[]): {
  ask: (sql: string) => Promise<Cell[][]>;
  asked: string[];
} {
  const asked: string[] = [];
  const ask = async (sql: string): Promise<Cell[][]> => {
    asked.push(sql);
    return answers.find(([pattern]) => pattern.test(sql))?.[1] ?? [];
  };
  return { ask, asked };
}

test('a table is described by its columns, keys, indexes and comments', async () => {
  const { ask, asked } = catalog([
    [/^SELECT o\.object_id/, [[7, 'of the table']]],
    [
      /sys\.columns c JOIN sys\.types/,
      [
        ['id', 'int', 4, 10, 0, false, null, 'of id'],
        ['name', 'nvarchar', 60, 0, 0, true, "('x')", null],
        ['price', 'decimal', 9, 10, 2, true, null, ''],
      ],
    ],
    [
      /sys\.indexes i/,
      [
        ['pk', true, true, 'id'],
        ['by_name', false, true, 'name'],
        ['by_name', false, true, 'price'],
      ],
    ],
    [/sys\.foreign_keys f/, [['fk', 'name', 'dbo', 'other', 'label']]],
  ]);
  expect(await describeTable(ask, { table: "o'x]", schema: 'dbo' })).toEqual({
    columns: [
      { name: 'id', nativeType: 'INT', nullable: false, default: null, comment: 'of id' },
      { name: 'name', nativeType: 'NVARCHAR(30)', nullable: true, default: "('x')", comment: null },
      { name: 'price', nativeType: 'DECIMAL(10, 2)', nullable: true, default: null, comment: null },
    ],
    primaryKey: { name: 'pk', column_names: ['id'] },
    foreignKeys: [
      {
        name: 'fk',
        column_names: ['name'],
        referred_schema: 'dbo',
        referred_table: 'other',
        referred_columns: ['label'],
      },
    ],
    indexes: [{ name: 'by_name', column_names: ['name', 'price'], unique: true }],
    comment: 'of the table',
  });
  // The name is quoted as a name, and that as a text.
  expect(asked.every((sql) => sql.includes("OBJECT_ID(N'[dbo].[o''x]]]')"))).toBe(true);
  await expect(describeTable(catalog([]).ask, { table: 'absent' })).rejects.toMatchObject({
    status: 404,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
  });
});

test('tables and views are told apart', async () => {
  const { ask } = catalog([
    [
      /sys\.objects/,
      [
        ['a', 'U '],
        ['b', 'V '],
      ],
    ],
  ]);
  expect(await listRelations(ask, 'dbo')).toEqual([
    { name: 'a', type: 'table' },
    { name: 'b', type: 'view' },
  ]);
});

test.each([
  ['varchar', -1, 0, 0, 'VARCHAR(max)'],
  ['nchar', 20, 0, 0, 'NCHAR(10)'],
  ['datetime2', 8, 27, 7, 'DATETIME2(7)'],
  ['uniqueidentifier', 16, 0, 0, 'UNIQUEIDENTIFIER'],
])('the type %s', (name, length, precision, scale, expected) => {
  expect(typeName(name, length, precision, scale)).toBe(expected);
});
