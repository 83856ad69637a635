import { describe, expect, test } from 'vitest';
import { layersOf, NEW_LAYER, problemsOf, withKind, withSource } from './layer.ts';

describe('annotation layers of a chart', () => {
  const formula = { ...NEW_LAYER, name: 'Goal', value: '2 * x + 1' };
  test('a formula is read before it is taken', () => {
    expect(problemsOf(formula, [])).toEqual({});
    expect(problemsOf({ ...formula, value: '2 *' }, [])).toEqual({ value: 'Bad formula.' });
    expect(problemsOf({ ...formula, value: 'alert(1)' }, [])).toEqual({ value: 'Bad formula.' });
  });

  test('a name is asked for, and stands for one layer only', () => {
    expect(problemsOf({ ...formula, name: ' ' }, [])).toEqual({ name: 'Mandatory' });
    expect(problemsOf(formula, ['Goal']).name).toContain('Another layer');
  });

  test('events of a chart need a column that says when, intervals another for their end', () => {
    const events = { ...withSource(withKind(formula, 'EVENT'), 'table'), value: 4 };
    expect(problemsOf(events, [])).toEqual({ timeColumn: 'Mandatory' });
    const spans = { ...events, annotationType: 'INTERVAL', timeColumn: 'from' };
    expect(problemsOf(spans, [])).toEqual({ intervalEndColumn: 'Mandatory' });
    expect(problemsOf({ ...spans, intervalEndColumn: 'to' }, [])).toEqual({});
  });

  test('another kind begins with its first source and without a value', () => {
    expect(withKind({ ...formula, color: '#ff0000' }, 'INTERVAL')).toMatchObject({
      name: 'Goal',
      annotationType: 'INTERVAL',
      sourceType: 'NATIVE',
      value: '',
      color: '#ff0000',
    });
    expect(withKind(formula, 'TIME_SERIES').sourceType).toBe('line');
  });

  test('junk in stored form data is no layer', () => {
    expect(layersOf([null, 'x', 3, formula])).toEqual([formula]);
    expect(layersOf('x')).toEqual([]);
  });
});
