import type { ParsedStatement } from './parsed-statement.ts';
import type { TableName } from './table-names.ts';
import type { Token } from './tokens.ts';

/** What a statement takes from those who read a table. */
export interface TableLoss {
  /** The table goes, gets another name, loses or renames columns, loses its rows, or is made anew. */
  does: 'drop' | 'rename' | 'change' | 'empty' | 'replace';
  /** Of a schema that goes with everything in it the name of the table is empty. */
  table: TableName;
}

/** Words behind DROP in ALTER TABLE that take nothing from a reader. */
const HARMLESS = /^(DEFAULT|NOT|CONSTRAINT|IDENTITY|EXPRESSION|INDEX|KEY|PRIMARY|FOREIGN|CHECK)$/;
const BEFORE_SCHEMA_NAME = /^(DROP|SCHEMA|DATABASE|IF|EXISTS)$/;

/** What a statement takes from the tables and views that it names; nothing for one that reads, adds or fills. */
export function lossesOf(statement: ParsedStatement): TableLoss[] {
  const { kind, tokens, touched, tables } = statement;
  const words = tokens.map(wordOf);
  const every = (does: TableLoss['does']) => touched.map((table) => ({ does, table }));
  switch (kind) {
    case 'drop_table':
    case 'drop_view':
      return every('drop');
    case 'drop_schema':
    case 'drop_database':
      return schemaOf(tokens).map((table) => ({ does: 'drop', table }));
    case 'truncate':
    case 'truncate_table':
      return every('empty');
    case 'delete':
      return words.includes('WHERE') ? [] : every('empty').filter(({ table }) => !tables.includes(table));
    case 'alter_table':
    case 'alter_view': {
      const does = alterationOf(words);
      return does ? every(does) : [];
    }
    case 'create_table':
      return / OR REPLACE /.test(` ${words.slice(0, 4).join(' ')} `) ? every('replace').slice(0, 1) : [];
    default:
      return [];
  }
}

function wordOf({ kind, text }: Token): string {
  return kind === 'word' ? text.toUpperCase() : '';
}

/** What ALTER does; undefined where readers lose nothing. */
function alterationOf(words: readonly string[]): 'rename' | 'change' | undefined {
  // The name itself may be any word.
  const acts = words.slice(3);
  if (acts.some((word, at) => word === 'RENAME' && /^(TO|AS)$/.test(acts[at + 1] ?? ''))) return 'rename';
  if (acts.some((word, at) => word === 'SET' && acts[at + 1] === 'SCHEMA')) return 'rename';
  const drops = acts.some((word, at) => word === 'DROP' && !HARMLESS.test(acts[at + 1] ?? ''));
  return drops || acts.some((word) => word === 'RENAME' || word === 'CHANGE') ? 'change' : undefined;
}

/** The schema that DROP SCHEMA names. */
function schemaOf(tokens: readonly Token[]): TableName[] {
  const path = tokens.filter(
    (token) =>
      token.kind === 'identifier' ||
      (token.kind === 'word' &&
        !BEFORE_SCHEMA_NAME.test(wordOf(token)) &&
        !/^(CASCADE|RESTRICT)$/i.test(token.text)),
  );
  const [schema, catalog = null] = path
    .map(({ text }) => text.replaceAll(/^["`[]|["`\]]$/g, ''))
    .toReversed();
  return schema ? [{ catalog, schema, table: '' }] : [];
}
