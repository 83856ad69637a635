import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell } from '@chartroom/query';
import { afterAll, beforeAll } from 'vitest';
import { engineOfUri } from '../catalog.ts';
import type { Engine, Session, TableLoad } from '../engine.ts';
import type { FileSource } from '../files/file-source.ts';
import { readRows } from '../files/read-rows.ts';
import { reading } from './reading.ts';

/** An engine that takes files, and what of it differs. */
export interface LoadSubject {
  uri: string;
  /** Truth as it is read; small numbers in MySQL. */
  truth?: Cell;
  /** Shown types of a text, a fraction, a whole number and a moment. */
  types: { text: string; fraction: string; whole: string; moment: string };
  /** A list, as it is read; JSON with blanks unless told. */
  list?: string;
  /** The days that the engine knows; all unless told. */
  fromYear?: number;
}

/** A session of an engine with a folder for files. */
export interface LoadHouse {
  engine: Engine;
  session: Session;
  home: string;
  table: { table: string };
  live(): AbortSignal;
  ask(sql: string): Promise<Cell[][]>;
  /** Makes the table of a file, or what is asked for. */
  load(source: Partial<FileSource> & { path: string }, options?: Partial<TableLoad>): Promise<number>;
  /** All rows of the table. */
  rows(): Promise<Cell[][]>;
  /** Writes a file; its path. */
  file(name: string, content: string | Uint8Array): string;
}

/** A server of an engine; its folder and its table end with the tests. */
export function openHouse(uri: string): LoadHouse {
  const home = mkdtempSync(join(tmpdir(), 'chartroom-load-'));
  const engine = engineOfUri(uri);
  if (!engine) throw new Error(`There is no engine for ${uri}.`);
  const session = engine.open({ uri, extra: {}, home });
  const live = () => new AbortController().signal;
  const table = { table: `load_${process.pid}` };

  const ask = async (sql: string) => readRows(await session.run(sql, reading({ timeoutMs: 20_000 })));
  const load = (source: Partial<FileSource> & { path: string }, options: Partial<TableLoad> = {}) => {
    if (!session.load) throw new Error('This engine takes no files.');
    return session.load({
      table,
      mode: 'replace',
      signal: live(),
      source: { format: 'csv', ...source },
      ...options,
    });
  };
  const rows = () => ask(`SELECT * FROM ${table.table}`);
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(home, name);
    writeFileSync(path, content);
    return path;
  };

  beforeAll(() => session.dropTable?.(table));
  afterAll(async () => {
    await session.dropTable?.(table);
    await session.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { engine, session, home, table, live, ask, load, rows, file };
}
