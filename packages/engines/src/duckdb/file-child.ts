import type { Cursor } from '../child/cursors.ts';
import type { Look } from '../child/protocol.ts';
import { type ChildDriver, type OnInterrupt, serve } from '../child/serve.ts';
import type { FileSource } from '../files/file-source.ts';
import { resultCursor } from './cursor.ts';
import { type OpenFile, openFileReader } from './file-reader.ts';
import { fileReport } from './file-report.ts';

/** What opens the file, and who is told how far it is read meanwhile. */
type Open = (onInterrupt: OnInterrupt, onLook?: (look: Look) => void) => Promise<OpenFile>;

/** Answers SELECTs over the view `file`: the rows of one file, read as its options say. Nothing else is in reach. */
class FileDriver implements ChildDriver {
  readonly #open: Open;
  #file: OpenFile | undefined;

  constructor(open: Open, file?: OpenFile) {
    this.#open = open;
    this.#file = file;
  }

  async run(...[command, onInterrupt, { onLook }]: Parameters<ChildDriver['run']>): Promise<Cursor> {
    this.#file ??= await this.#open(onInterrupt, onLook);
    const file = this.#file;
    onInterrupt(() => file.connection.interrupt());
    return explained(file, async () => {
      const cursor = resultCursor(
        await file.connection.stream(command.sql),
        async () => undefined,
        command.bounds,
      );
      return { ...cursor, next: () => explained(file, () => cursor.next()) };
    });
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

async function explained<T>(file: OpenFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw file.explain(error);
  }
}

serve(async (settings) => {
  const source: FileSource = JSON.parse(settings.source ?? '');
  if (settings.report === undefined) {
    const file = await openFileReader(source, () => undefined);
    await file.connection.run(`CREATE VIEW file AS ${file.select}`);
    return new FileDriver(async () => file, file);
  }
  // How it is read is found out by reading it: that takes its time, of which the first question is told.
  return new FileDriver(async (onInterrupt, onLook) => {
    const file = await openFileReader(source, onInterrupt, onLook);
    const report = await explained(file, () => fileReport(file, source));
    const rows = settings.report === 'counted' ? await rowsOf(file) : null;
    await file.connection.run('CREATE TABLE report AS SELECT $1 AS text, $2::BIGINT AS rows', [
      JSON.stringify(report),
      rows,
    ]);
    file.endLooks();
    return file;
  });
});

async function rowsOf({ connection, reading }: OpenFile): Promise<number> {
  const found = await connection.runAndReadAll(`SELECT count(*) FROM ${reading.from}`);
  return Number(found.getRows()[0]?.[0]);
}
