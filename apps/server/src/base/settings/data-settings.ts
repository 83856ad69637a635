import { z } from 'zod';
import { flag, structured, texts, whole } from './setting-kinds.ts';

/** The ending of a file, with or without its dot, in any letters. */
const ending = z
  .string()
  .transform((text) => text.replace(/^\./, '').toLowerCase())
  .refine((text) => /^[a-z0-9]+$/.test(text), 'must be endings of files, such as csv');

/** One character that can part cells, or whole numbers from their fractions. */
const sign = z
  .string()
  .regex(/^[^\w"\n\r-]$/, 'must be one character that is no letter, digit, minus or quotation mark');

/** How CSV files are written. Other options of such files are refused by their names. */
const csvExport = z
  .strictObject({
    /** `utf-8-sig` begins the files of SQL Lab with the mark by which spreadsheets know the encoding. */
    encoding: z.enum(['utf-8-sig', 'utf-8']).default('utf-8-sig'),
    sep: sign.default(','),
    decimal: sign.default('.'),
  })
  .refine(({ sep, decimal }) => sep !== decimal, 'sep and decimal must differ');

/** Settings of what comes in as a file and goes out as one (contract/api.md §6). */
export const DATA_SETTINGS = {
  /** Endings of the files that can be sent as each kind. */
  CSV_EXTENSIONS: texts(ending).default(['csv', 'tsv', 'txt']),
  EXCEL_EXTENSIONS: texts(ending).default(['xlsx']),
  COLUMNAR_EXTENSIONS: texts(ending).default(['parquet', 'zip']),
  /** Endings of the files that are taken at all; absent = those of all kinds. */
  ALLOWED_EXTENSIONS: texts(ending).optional(),
  CSV_EXPORT: structured(csvExport).default({ encoding: 'utf-8-sig', sep: ',', decimal: '.' }),
  /** Puts the row rules of datasets into what people run in SQL Lab on their tables. */
  RLS_IN_SQLLAB: flag.default(false),
  /** Databases that are asked under people's names know them by what stands before the @ of their addresses. */
  IMPERSONATE_WITH_EMAIL_PREFIX: flag.default(false),
  /** Functions that nobody may call in SQL Lab and virtual datasets, by engine: beside those of the installation, which stay closed. */
  DISALLOWED_SQL_FUNCTIONS: structured(
    z.record(z.string(), z.array(z.string().min(1).toLowerCase())),
  ).default({}),
  /** Functions that people may call beside those that the installation knows, by engine: `schema.name` of what is not the engine's own. */
  ALLOWED_SQL_FUNCTIONS: structured(z.record(z.string(), z.array(z.string().min(1).toLowerCase()))).default(
    {},
  ),
  /** Grains of time that no engine offers or answers, by their durations. */
  TIME_GRAIN_DENYLIST: texts(z.string().min(1)).default([]),
  /** Keys of chart types that new charts are not offered, and that the older way of asking does not answer. */
  VIZ_TYPE_DENYLIST: texts(z.string().min(1)).default([]),
  /** Key of the chart type that a dataset opens with; absent = one that fits its columns. */
  DEFAULT_VIZ_TYPE: z.string().min(1).optional(),
  /** Engines that are not offered for new connections when their usual driver is named here, by engine. */
  DBS_AVAILABLE_DENYLIST: structured(z.record(z.string(), z.array(z.string().min(1)))).default({}),
  /** Names of the engines that are offered first. */
  PREFERRED_DATABASES: texts(z.string().min(1)).default(['PostgreSQL', 'Presto', 'MySQL', 'SQLite']),
  /** Id of the database that SQL Lab begins with. */
  SQLLAB_DEFAULT_DBID: whole(1).optional(),
  /** Versions of a saved query that are kept. */
  SAVED_QUERY_VERSIONS_KEPT: whole(1).max(1_000, 'must be at most 1000').default(200),
  /** Megabytes that the rows of one run of SQL Lab may have; absent = any. */
  SQLLAB_PAYLOAD_MAX_MB: z.coerce.number().positive().optional(),
  /** Workers for heavy answers; absent = one less than there are processors, at most eight. */
  WORKERS: whole(1).optional(),
  /** Megabytes that the processes of all databases inside the installation may take together; absent = half of the machine's. */
  ENGINE_MEMORY_MB: whole(128).optional(),
  /** Values that a filter of a dashboard asks for. */
  NATIVE_FILTER_DEFAULT_ROW_LIMIT: whole(1).default(1_000),
};

/** Endings of the files that become tables. */
export function allowedExtensions(settings: {
  CSV_EXTENSIONS: string[];
  EXCEL_EXTENSIONS: string[];
  COLUMNAR_EXTENSIONS: string[];
  ALLOWED_EXTENSIONS?: string[] | undefined;
}): string[] {
  const { CSV_EXTENSIONS, EXCEL_EXTENSIONS, COLUMNAR_EXTENSIONS } = settings;
  return (
    settings.ALLOWED_EXTENSIONS ?? [
      ...new Set([...CSV_EXTENSIONS, ...EXCEL_EXTENSIONS, ...COLUMNAR_EXTENSIONS]),
    ]
  );
}

/** Names in settings by engine that are those of no engine. */
export async function unknownEngines(...settings: readonly object[]): Promise<string[]> {
  const names = settings.flatMap((setting) => Object.keys(setting));
  if (names.length === 0) return [];
  const { engineById } = await import('@chartroom/engines');
  return names.filter((name) => !engineById(name));
}
