import type { QueryObject } from '@chartroom/model';
import { type CompiledQuery, type CompileInput, compileQuery, loadSqlParser } from '@chartroom/query';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERING, type Answer, type AnsweringEngine } from './answering.ts';
import { unlessRefused } from './attempt.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { DATASET } from './fact-table.ts';
import { extraWhere, filter, groupedQuestion, isPlain, question, rawQuestion } from './questions.ts';
import { permission } from './row-rules.ts';
import { allRows, rowsRead } from './rows-read.ts';

const NOW = new Date('2024-03-15T10:30:00Z');

describe.each(Object.entries(ANSWERING))('answers of %s', (_, open) => {
  let engine: AnsweringEngine;
  beforeAll(async () => {
    await loadSqlParser();
    engine = await open();
  });
  afterAll(() => engine.close());

  /** The answer to a question; undefined when the installation or the engine refuses it. */
  async function answer(
    query: QueryObject,
    rest: Partial<CompileInput> = {},
  ): Promise<{ compiled: CompiledQuery; answer: Answer } | undefined> {
    const compiled = unlessRefused(() =>
      compileQuery({ query, dataset: DATASET, dialect: engine.dialect, now: NOW, ...rest }),
    );
    if (!compiled) return undefined;
    try {
      return { compiled, answer: await engine.ask(compiled.sql) };
    } catch (error) {
      // Free SQL may be nonsense; all else the engine must understand.
      if (isPlain(query) && !engine.mayRefuse.test(String(error))) throw error;
      return undefined;
    }
  }

  it('hold no row that the rules of rows forbid, whatever is asked', { timeout: PATIENCE_MS }, async () => {
    const counts = { answered: 0, withRows: 0 };
    await fc.assert(
      fc.asyncProperty(question, permission, async (query, { rowRules, permitted }) => {
        const got = await answer(query, { rowRules });
        if (!got) return;
        counts.answered += 1;
        const read = rowsRead(got.compiled, got.answer);
        if (!read) {
          // A total is one row, even of no rows.
          expect(Number(got.answer.rows[0]?.[0])).toBeLessThanOrEqual(Math.max(1, permitted.size));
          return;
        }
        const rows = allRows(read);
        if (rows.size > 0) counts.withRows += 1;
        expect([...rows].filter((id) => !permitted.has(id))).toEqual([]);
      }),
      cases(engine.part),
    );
    expect(counts.answered, JSON.stringify(counts)).toBeGreaterThan(0.3 * cases(engine.part).numRuns);
    expect(counts.withRows, JSON.stringify(counts)).toBeGreaterThan(0.08 * cases(engine.part).numRuns);
  });

  it('are those of a table that holds only permitted rows', { timeout: PATIENCE_MS }, async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(ranked(rawQuestion, 'id'), ranked(groupedQuestion, 'weights')),
        permission,
        async (query, rules) => {
          const ruled = await answer(query, { rowRules: rules.rowRules });
          const ids = ['-1', ...rules.permitted].join(', ');
          const dataset = { ...DATASET, sql: `SELECT * FROM facts WHERE id IN (${ids})` };
          const alone = await answer(query, { dataset });
          if (!ruled || !alone) return;
          compared += 1;
          expect(ruled.answer).toEqual(alone.answer);
        },
      ),
      cases(engine.part),
    );
    expect(compared).toBeGreaterThan(0.3 * cases(engine.part).numRuns);
  });

  it('lose rows and never win any with one more condition', { timeout: PATIENCE_MS }, async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(question.map(unlimited), narrowing, async (query, narrowed) => {
        const wide = await answer(query);
        const narrow = await answer(narrowed.query(query), narrowed.rest);
        if (!wide || !narrow) return;
        compared += 1;
        const [all, some] = [rowsRead(wide.compiled, wide.answer), rowsRead(narrow.compiled, narrow.answer)];
        if (!all || !some) {
          expect(Number(narrow.answer.rows[0]?.[0])).toBeLessThanOrEqual(Number(wide.answer.rows[0]?.[0]));
          return;
        }
        for (const [group, ids] of some) {
          const among = all.get(group);
          expect([...ids].filter((id) => !among?.has(id))).toEqual([]);
        }
      }),
      cases(engine.part),
    );
    expect(compared).toBeGreaterThan(0.3 * cases(engine.part).numRuns);
  });

  it('have the columns and at most the rows and series that were asked for', {
    timeout: PATIENCE_MS,
  }, async () => {
    let checked = 0;
    await fc.assert(
      fc.asyncProperty(question, async (query) => {
        const got = await answer(query);
        if (!got || got.compiled.query.is_rowcount) return;
        checked += 1;
        const { compiled } = got;
        const { row_limit, series_limit, series_columns, group_others_when_limit_reached } = compiled.query;
        expect(got.answer.names).toEqual(compiled.columns.map(({ alias }) => alias));
        if (row_limit) expect(got.answer.rows.length).toBeLessThanOrEqual(row_limit);
        if (series_limit === 0 || series_columns.length === 0) return;
        const labels = new Set(
          series_columns.map((column) => (typeof column === 'string' ? column : column.label)),
        );
        const isSeries = (index: number): boolean => labels.has(compiled.columns[index]?.label ?? '');
        const series = new Set(
          got.answer.rows.map((row) =>
            JSON.stringify(row.filter((_cell, index) => isSeries(index)).map(String)),
          ),
        );
        expect(series.size).toBeLessThanOrEqual(series_limit + (group_others_when_limit_reached ? 1 : 0));
      }),
      cases(engine.part),
    );
    expect(checked).toBeGreaterThan(0.3 * cases(engine.part).numRuns);
  });
});

/** A question whose order is total and whose series rank without ties: its limits leave no choice. */
function ranked(questions: fc.Arbitrary<QueryObject>, key: string): fc.Arbitrary<QueryObject> {
  return questions.map((query) => ({
    ...query,
    orderby: [...(query.orderby ?? []), [key, false]],
    series_limit_metric: 'weights',
  }));
}

/** A question whose answer to a part of the rows is a part of its answer to all of them. */
function unlimited(query: QueryObject): QueryObject {
  return {
    ...query,
    row_limit: null,
    row_offset: 0,
    series_limit: 0,
    extras: { ...query.extras, having: null },
  };
}

/** One more condition: a filter, free SQL where there is none, or a rule of rows. */
const narrowing = fc.oneof(
  fc.record({ filter }).map((added) => ({
    query: (query: QueryObject): QueryObject => ({
      ...query,
      filters: [...(query.filters ?? []), added.filter],
    }),
    rest: {},
  })),
  extraWhere.map((clause) => ({
    query: (query: QueryObject): QueryObject => ({
      ...query,
      extras: { ...query.extras, where: query.extras?.where ?? clause },
    }),
    rest: {},
  })),
  permission.map(({ rowRules }) => ({
    query: (query: QueryObject): QueryObject => query,
    rest: { rowRules },
  })),
);
