import { expect, test } from 'vitest';
import { scheduleForm, scheduleProblems } from './schedule-form.ts';

const FORM = scheduleForm.parse({
  JSONSCHEMA: {
    type: 'object',
    properties: {
      start_date: { type: 'string', title: 'Start date', format: 'date-time' },
      end_date: { type: 'string', title: 'End date', format: 'date-time' },
    },
  },
  VALIDATION: [
    {
      name: 'less_equal',
      arguments: ['start_date', 'end_date'],
      message: 'End date cannot be before start date',
      container: 'end_date',
    },
  ],
});

test('answers that are compared, and those that are not there', () => {
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
  expect(scheduleProblems(FORM, { start_date: early, end_date: late })).toEqual({});
  expect(scheduleProblems(FORM, { start_date: early, end_date: early })).toEqual({});
  expect(scheduleProblems(FORM, { start_date: early })).toEqual({});
  expect(scheduleProblems(FORM, { start_date: late, end_date: early })).toEqual({
    end_date: 'End date cannot be before start date',
  });
});

test('a form of fields that cannot be shown is refused', () => {
  const form = { JSONSCHEMA: { properties: { who: { type: 'object' } } } };
  expect(scheduleForm.safeParse(form).error?.issues[0]?.path).toEqual([
    'JSONSCHEMA',
    'properties',
    'who',
    'type',
  ]);
});
