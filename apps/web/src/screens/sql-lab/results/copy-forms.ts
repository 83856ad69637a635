/** Rows as they are copied: names of columns, and values as they came. */
export interface CopiedRows {
  columns: readonly { name: string; isNumber: boolean }[];
  rows: readonly (readonly unknown[])[];
}

/** Forms in which rows are copied. */
export const COPY_FORMS = {
  tsv: 'TSV',
  csv: 'CSV',
  markdown: 'Markdown',
  json: 'JSON',
  insert: 'INSERT',
} as const;
export type CopyForm = keyof typeof COPY_FORMS;

const WRITERS: Readonly<Record<CopyForm, (rows: CopiedRows) => string>> = {
  tsv: (copied) => lines(copied, '\t', (text) => quoted(text, /[\t\n\r"]/)),
  csv: (copied) => lines(copied, ',', (text) => quoted(text, /[,\n\r"]/)),
  markdown: asMarkdown,
  json: asJson,
  insert: asInsert,
};

/** Rows as text to be pasted elsewhere; values are as raw as they came. */
export function copiedText(copied: CopiedRows, form: CopyForm): string {
  return WRITERS[form](copied);
}

/** A value as text; what has none is empty. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function lines({ columns, rows }: CopiedRows, sign: string, cell: (text: string) => string): string {
  const all = [columns.map(({ name }) => name), ...rows.map((row) => row.map(plainText))];
  return all.map((line) => line.map(cell).join(sign)).join('\n');
}

function quoted(text: string, special: RegExp): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function asMarkdown({ columns, rows }: CopiedRows): string {
  const cell = (text: string) =>
    text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>');
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [
    line(columns.map(({ name }) => cell(name))),
    line(columns.map(({ isNumber }) => (isNumber ? '---:' : '---'))),
    ...rows.map((row) => line(row.map((value) => cell(plainText(value))))),
  ].join('\n');
}

/** Whole numbers beyond what a number holds come as digits, and stay digits; numbers that JSON has no word for are texts. */
function asJson({ columns, rows }: CopiedRows): string {
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])),
  );
  const told = (_name: string, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  return JSON.stringify(objects, told, 2);
}

/** Standard SQL: the table has no name yet. */
function asInsert({ columns, rows }: CopiedRows): string {
  const names = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`).join(', ');
  const values = rows.map((row) => {
    const cells = row.map((value, index) => literal(value, columns[index]?.isNumber === true));
    return `  (${cells.join(', ')})`;
  });
  return `INSERT INTO "table_name" (${names}) VALUES\n${values.join(',\n')};`;
}

function literal(value: unknown, isNumber: boolean): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const text = plainText(value);
  if (isNumber && /^-?\d+(\.\d+)?$/.test(text)) return text;
  return `'${text.replaceAll("'", "''")}'`;
}
