import { expect, test } from 'vitest';
import { explainFileError } from './file-errors.ts';

const NAMES = new Map([
  ['/home/x/file.columnar', 'the file'],
  ['/home/x/file.zip.0', '"a.parquet"'],
]);

test.each([
  [
    "Invalid Input Error: File '/home/x/file.columnar' too small to be a Parquet file",
    'The file is too small to be a Parquet file.',
  ],
  [
    "Invalid Input Error: File '/home/x/file.zip.0' too small to be a Parquet file",
    '"a.parquet" is too small to be a Parquet file.',
  ],
  [
    "Invalid Input Error: No magic bytes found at end of file '/home/x/file.columnar'",
    'No magic bytes found at end of the file.',
  ],
])('%s', (said, told) => {
  expect(explainFileError(new Error(said), NAMES)).toMatchObject({ message: told });
});
