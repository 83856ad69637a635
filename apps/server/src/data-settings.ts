import { z } from 'zod';
import { texts } from './setting-kinds.ts';

/** The ending of a file, with or without its dot, in any letters. */
const ending = z
  .string()
  .transform((text) => text.replace(/^\./, '').toLowerCase())
  .refine((text) => /^[a-z0-9]+$/.test(text), 'must be endings of files, such as csv');

/** Settings of what comes in as a file and goes out as one (contract §6). */
export const DATA_SETTINGS = {
  /** Endings of the files that can be sent as each kind. */
  CSV_EXTENSIONS: texts(ending).default(['csv', 'tsv', 'txt']),
  EXCEL_EXTENSIONS: texts(ending).default(['xlsx', 'xls']),
  COLUMNAR_EXTENSIONS: texts(ending).default(['parquet', 'zip']),
  /** Endings of the files that are taken at all; absent = those of all kinds. */
  ALLOWED_EXTENSIONS: texts(ending).optional(),
};

/** Endings of the files that become tables. */
export function allowedExtensions(settings: {
  CSV_EXTENSIONS: string[];
  EXCEL_EXTENSIONS: string[];
  COLUMNAR_EXTENSIONS: string[];
  ALLOWED_EXTENSIONS?: string[] | undefined;
}): string[] {
  const { CSV_EXTENSIONS, EXCEL_EXTENSIONS, COLUMNAR_EXTENSIONS } = settings;
  return settings.ALLOWED_EXTENSIONS ?? [...new Set([...CSV_EXTENSIONS, ...EXCEL_EXTENSIONS, ...COLUMNAR_EXTENSIONS])];
}
