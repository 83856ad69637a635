import { describe, expect, test, vi } from 'vitest';

// What the page was told at its start stands in the document, of which there is none here.
vi.mock('../base/bootstrap.ts', () => ({ bootstrap: {} }));
const { ApiError, errorsIn, errorText, fieldErrors } = await import('./client.ts');

const answered = (status: number, body: unknown) => new ApiError(status, errorsIn(body, status), body);

describe('what the server says of fields', () => {
  test('reasons inside a field are read out, whatever they stand in', () => {
    const error = answered(400, {
      message: { json_metadata: [{ wings: ['Unknown field.'] }], slug: ['Must be unique'], name: 'taken' },
    });
    expect(fieldErrors(error)).toEqual([
      { field: 'json_metadata', reasons: ['wings: Unknown field.'] },
      { field: 'slug', reasons: ['Must be unique'] },
      { field: 'name', reasons: ['taken'] },
    ]);
    expect(errorText(error)).toBe('json_metadata: wings: Unknown field.; slug: Must be unique; name: taken');
  });

  test('a payload that failed as a whole names its fields too', () => {
    const messages = { columns: { 0: { column_name: ['Missing data for required field.'] } } };
    const listed = {
      message: 'The schema is wrong.',
      error_type: 'MARSHMALLOW_ERROR',
      level: 'error',
      extra: { messages, payload: {} },
    };
    const error = answered(422, { errors: [listed] });
    expect(fieldErrors(error)).toEqual([
      { field: 'columns', reasons: ['0: column_name: Missing data for required field.'] },
    ]);
    expect(errorText(error)).toBe(
      'The schema is wrong.; columns: 0: column_name: Missing data for required field.',
    );
  });
});
