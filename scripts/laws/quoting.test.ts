import { dialects } from '@chartroom/engines';
import { splitStatements } from '@chartroom/query';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERING, type AnsweringEngine } from './answering.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { name, text } from './questions.ts';

describe.each(Object.values(dialects))('quotes of $id', (dialect) => {
  it('hold any text and any name in one token, whatever stands beside', { timeout: PATIENCE_MS }, () => {
    fc.assert(
      fc.property(text, name, fc.constantFrom('', ' ', '\n'), (value, column, gap) => {
        const [string, identifier] = [dialect.quoteString(value), dialect.quoteIdentifier(column)];
        const sql = `SELECT ${string}${gap} AS ${identifier}${gap}, ${string}${gap}FROM ${identifier}${gap}; SELECT 1`;
        const [first, ...others] = splitStatements(sql, dialect.lexical);
        expect(first?.tokens.map((token) => token.text)).toEqual([
          'SELECT',
          string,
          'AS',
          identifier,
          ',',
          string,
          'FROM',
          identifier,
        ]);
        expect(first?.tokens.map(({ kind }) => kind)).toEqual(
          'word string word identifier symbol string word identifier'.split(' '),
        );
        expect(others).toHaveLength(1);
      }),
      cases(),
    );
  });
});

describe.each(Object.entries(ANSWERING))('what is quoted for %s', (_, open) => {
  let engine: AnsweringEngine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());

  it('comes back as it was', { timeout: PATIENCE_MS }, async () => {
    const { quoteString, quoteIdentifier } = engine.dialect;
    await fc.assert(
      fc.asyncProperty(text, name, async (value, column) => {
        const sql = `SELECT ${quoteString(value)} AS ${quoteIdentifier(column)}, ${quoteString(value)} || ${quoteString("'")} AS b`;
        expect(await engine.ask(sql)).toEqual({ names: [column, 'b'], rows: [[value, `${value}'`]] });
      }),
      cases(engine.part),
    );
  });
});
