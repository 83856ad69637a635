import { type ChildDriver, type Cursor, serve } from '../child/serve.ts';
import type { FileSource } from '../files/file-source.ts';
import { resultCursor } from './cursor.ts';
import { type OpenFile, openFileReader } from './file-reader.ts';
import { fileReport } from './file-report.ts';

/** Answers SELECTs over the view `file`: the rows of one file, read as its options say. Nothing else is in reach. */
class FileDriver implements ChildDriver {
  readonly #file: OpenFile;

  constructor(file: OpenFile) {
    this.#file = file;
  }

  async run(...[command, onInterrupt]: Parameters<ChildDriver['run']>): Promise<Cursor> {
    onInterrupt(() => this.#file.connection.interrupt());
    return this.#explained(async () => {
      const cursor = resultCursor(
        await this.#file.connection.stream(command.sql),
        async () => undefined,
        command.bounds,
      );
      return { ...cursor, next: () => this.#explained(() => cursor.next()) };
    });
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#file.explain(error);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

serve(async (settings) => {
  const source: FileSource = JSON.parse(settings.source ?? '');
  const file = await openFileReader(source, () => undefined);
  await file.connection.run(`CREATE VIEW file AS ${file.select}`);
  if (settings.report === 'true') {
    const report = JSON.stringify(await fileReport(file, source));
    await file.connection.run('CREATE TABLE report AS SELECT $1 AS text', [report]);
  }
  return new FileDriver(file);
});
