import { expect, test } from 'vitest';
import { foundFields, settingsOf } from './upload-form.ts';

const NOTHING_FOUND = {
  sheets: [],
  sheet: null,
  delimiter: null,
  encoding: null,
  header_row: null,
  decimal: null,
  day_first: null,
  columns: [],
  names: [],
  rows: [],
  line_count: 0,
  lines: [],
  more_cells: null,
  first_rows: null,
};

test('what was found fills the fields, which otherwise are those of a form that knows nothing', () => {
  const found = { delimiter: ';', header_row: 2, decimal: ',' as const, day_first: true };
  expect(foundFields({ ...NOTHING_FOUND, ...found })).toEqual({
    delimiter: ';',
    header_row: 2,
    decimal_character: ',',
    day_first: true,
  });
  expect(foundFields(NOTHING_FOUND)).toEqual({
    delimiter: ',',
    header_row: 0,
    decimal_character: '.',
    day_first: false,
  });
});

test('a file is looked at as the person said, and each kind is told only what it has', () => {
  const said = {
    delimiter: '|',
    decimal_character: ',',
    header_row: 1,
    day_first: false,
    sheet_name: 'Second',
  };
  expect(settingsOf('csv', { ...said, sheet_name: undefined })).toEqual({
    delimiter: '|',
    decimal: ',',
    header_row: 1,
    day_first: false,
  });
  expect(settingsOf('excel', said)).toEqual({ decimal: ',', header_row: 1, sheet: 'Second' });
  expect(settingsOf('columnar', { ...said, sheet_name: undefined })).toEqual({});
  // Any other sign is left to the table that is made.
  expect(settingsOf('csv', { decimal_character: "'" })).toEqual({});
});
