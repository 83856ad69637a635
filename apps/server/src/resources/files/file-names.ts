import { ChartroomError, ownMember } from '@chartroom/model';

/** How the engine reads a file that was dropped. */
export type FileFormat = 'csv' | 'columnar' | 'excel';

const FORMATS: Record<string, FileFormat> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  parquet: 'columnar',
  parq: 'columnar',
  xlsx: 'excel',
};

/** How a file is read, by the end of its name. Throws 415-like 400 for kinds that are not offered. */
export function formatOf(fileName: string): FileFormat {
  const ending = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const format = ownMember(FORMATS, ending);
  if (format) return format;
  throw new ChartroomError(
    `"${fileName}" is not a file that can become a table. Drop a CSV (.csv, .tsv, .txt), a Parquet (.parquet) or an Excel file (.xlsx).`,
    {
      status: 400,
      error_type: 'INVALID_PAYLOAD_FORMAT_ERROR',
    },
  );
}

/** A table's name out of a file's. */
export function tableNameOf(fileName: string): string {
  return wordsAsName(fileName.replace(/^.*[\\/]/, '').replace(/\.\w+$/, ''));
}

/** A table's name out of words: letters, digits and underscores, in lower case, at most 60 characters. */
export function wordsAsName(words: string): string {
  const name = words
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  if (name === '') return 'table';
  return /^\d/.test(name) ? `t_${name}` : name;
}
