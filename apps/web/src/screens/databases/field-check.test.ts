import type { ErrorBody, ErrorType } from '@chartroom/model';
import { expect, test, vi } from 'vitest';

// What the page was told at its start stands in the document, of which there is none here.
vi.mock('../../base/bootstrap.ts', () => ({ bootstrap: { conf: {} } }));
const { fieldProblems } = await import('./field-check.ts');

const error = (error_type: ErrorType, message: string, extra: ErrorBody['extra'] = null): ErrorBody => ({
  error_type,
  message,
  level: 'error',
  extra,
});

test('each field is told what is wrong with it, and what is missing only where somebody has been', () => {
  const errors = [
    error('CONNECTION_MISSING_PARAMETERS_ERROR', 'Missing', { missing: ['database', 'username'] }),
    error('CONNECTION_INVALID_PORT_ERROR', 'Port must be a valid integer.', { invalid: ['port'] }),
    error('CONNECTION_INVALID_PORT_ERROR', 'The port must be small.', { invalid: ['port'] }),
  ];
  expect([...fieldProblems(errors, new Set(['username', 'port']))]).toEqual([
    ['username', ['This is a required field']],
    ['port', ['Port must be a valid integer.', 'The port must be small.']],
  ]);
});

test('what an engine says without naming a field is told at the field that it means', () => {
  const wrong = error('CONNECTION_INVALID_PASSWORD_ERROR', 'The password is incorrect.', {
    engine_name: 'x',
  });
  expect([...fieldProblems([wrong], new Set())]).toEqual([['password', ['The password is incorrect.']]]);
  expect(fieldProblems([error('GENERIC_COMMAND_ERROR', 'Not now')], new Set()).size).toBe(0);
});
