import type { FilePreview, FileSettings, FileType, ReceivedFile, TableOfFile } from '@chartroom/model';
import { grouped } from '@chartroom/model';

/** A table that a file, or a sheet of one, is to become. */
export interface Plan {
  key: string;
  file: ReceivedFile;
  /** What is said of how it is read; the rest is found out. */
  settings: FileSettings;
  isChosen: boolean;
  /** What the table is to be called, where that was changed. */
  name: string | undefined;
  /** What becomes of a table of the same name; until somebody was asked, the file is refused. */
  whenTaken: TableOfFile['already_exists'];
  /** Whether it was looked at and cannot be read as it is said: it is left out. */
  isUnreadable?: boolean;
  /** Rows of the table that it has become. */
  rows?: number | undefined;
}

/** A table that files fill anew. */
export interface Again {
  table: string;
  /** How it was read so far, as far as that was said. */
  settings: FileSettings;
  /** Whether the file is another than the table was made of: its rows may also be added. */
  isOther: boolean;
}

/** One plan for each file; sheets beyond the first come with the preview that tells them. */
export function plansOf(files: readonly ReceivedFile[], again?: Again): Plan[] {
  return files.map((file) => ({
    key: file.key,
    file,
    settings: again?.settings ?? {},
    isChosen: true,
    name: again?.table,
    whenTaken: again ? 'replace' : 'fail',
  }));
}

/** What is asked when a table of a plan's name is there, and what is answered until somebody says it. */
export function answersOf(again: Again | undefined): TableOfFile['already_exists'][] {
  if (!again) return ['both', 'replace', 'append'];
  return again.isOther ? ['replace', 'append'] : [];
}

/** What people call a plan: its file and, of a workbook, its sheet. */
export function planTitle({ file, settings }: Plan): string {
  return settings.sheet === undefined ? file.name : `${file.name} · ${settings.sheet}`;
}

/** The plans with those of the other sheets of a workbook behind its first; they are offered, not chosen. */
export function withSheets(plans: readonly Plan[], key: string, sheets: readonly string[]): Plan[] {
  return plans.flatMap((plan) => {
    const [first, ...others] = sheets;
    const isKnown = plans.some((each) => each.file.key === plan.file.key && each.key !== plan.key);
    if (plan.key !== key || first === undefined || others.length === 0 || isKnown) return [plan];
    const own = plan.settings.sheet;
    const rest = sheets.filter((sheet) => sheet !== (own ?? first));
    return [
      plan,
      ...rest.map((sheet) => ({
        ...plan,
        key: `${plan.key} ${sheet}`,
        settings: { sheet },
        isChosen: false,
        whenTaken: 'fail' as const,
      })),
    ];
  });
}

/** Settings with another layout: what was said of columns was said of those of the former one. */
export function withLayout(settings: FileSettings, change: FileSettings): FileSettings {
  const { types: _types, columns: _columns, ...rest } = settings;
  return { ...rest, ...change };
}

/** Settings with another type for a column. */
export function withType(settings: FileSettings, column: string, type: FileType): FileSettings {
  return { ...settings, types: { ...settings.types, [column]: type } };
}

/** Settings in which a column is kept, or left out. */
export function withColumn(settings: FileSettings, names: readonly string[], column: string): FileSettings {
  const kept = settings.columns ?? names;
  const next = kept.includes(column)
    ? kept.filter((name) => name !== column)
    : names.filter((name) => name === column || kept.includes(name));
  if (next.length === 0) return settings;
  const { columns: _columns, ...rest } = settings;
  return next.length === names.length ? rest : { ...rest, columns: next };
}

/** Names of the types as people read them. */
export const TYPE_WORDS: Readonly<Record<FileType, string>> = {
  text: 'Text',
  whole: 'Whole number',
  number: 'Number',
  date: 'Date',
  moment: 'Date and time',
  truth: 'True or false',
};

/** What the text says of a preview that only the first rows of a file have told so far. */
export function readingText(rows: number, look: { pass: number; part: number } | null): string {
  const types = `Types of the first ${grouped(rows)} rows; the rest is being read`;
  if (!look) return `${types}.`;
  const again = look.pass > 1 ? ', once more for the columns that surprise' : '';
  return `${types}${again}: ${Math.floor(look.part * 100)} %.`;
}

/** An example of a column's values for a question about them. */
export function exampleOf(preview: FilePreview, column: string): string {
  const at = preview.columns.findIndex(({ name }) => name === column);
  return String(preview.rows.map((row) => row[at]).find((cell) => cell !== null && cell !== undefined) ?? '');
}
