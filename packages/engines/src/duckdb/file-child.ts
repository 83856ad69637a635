import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { FileSource } from '../child/protocol.ts';
import { type ChildDriver, type Cursor, serve } from '../child/serve.ts';
import { resultCursor } from './cursor.ts';
import { fileSelect, openFileReader } from './file-reader.ts';

/** Answers SELECTs over the view `file`: the rows of one file, read as its options say. Nothing else is in reach. */
class FileDriver implements ChildDriver {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  async run(...[command, onInterrupt]: Parameters<ChildDriver['run']>): Promise<Cursor> {
    onInterrupt(() => this.#connection.interrupt());
    return resultCursor(await this.#connection.stream(command.sql), async () => undefined);
  }

  async close(): Promise<void> {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

serve(async (settings) => {
  const source: FileSource = JSON.parse(settings.source ?? '');
  const instance = await openFileReader(source.path);
  const connection = await instance.connect();
  await connection.run(`CREATE VIEW file AS ${await fileSelect(connection, source)}`);
  return new FileDriver(instance, connection);
});
