import type { ErrorBody } from '@chartroom/model';
import { expect, test } from 'vitest';
import { withMeant } from './meant-parameters.ts';

const missing = (extra: ErrorBody['extra']): ErrorBody => ({
  message: 'A parameter has no value.',
  error_type: 'MISSING_TEMPLATE_PARAMS_ERROR',
  level: 'error',
  extra,
});

test('a parameter that was written wrong leads to the one that was given', () => {
  const told = (undefined_parameters: string[]) =>
    withMeant([missing({ undefined_parameters, template_parameters: { country: 'NL', day: 3 } })]).map(
      ({ message }) => message.split('\n').slice(1),
    );
  expect(told(['contry', 'dya'])).toEqual([
    ['Did you mean “country” instead of “contry”?', 'Did you mean “day” instead of “dya”?'],
  ]);
  expect(told(['region'])).toEqual([[]]);
});

test('other errors, and those that do not tell, are as they were', () => {
  const other: ErrorBody = { ...missing(null), error_type: 'SYNTAX_ERROR' };
  expect(withMeant([other, missing(null)])).toEqual([other, missing(null)]);
});
