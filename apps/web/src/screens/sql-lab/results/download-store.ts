import { CUT_AT, grouped, type LabFileFormat } from '@chartroom/model';
import { create } from 'zustand';
import { saveBlob } from '../../../api/chart-data.ts';
import { errorText } from '../../../api/client.ts';
import { openExport } from '../../../api/sql-lab.ts';

/** A file that is being made of the rows of a run. */
export interface Download {
  id: number;
  name: string;
  /** Bytes that have come. */
  bytes: number;
  startedAt: number;
  state: 'running' | 'done' | 'failed';
  /** What went wrong, or that the file holds less than all rows. */
  note: string | undefined;
}

/** Which rows of which run are wanted. */
export interface WantedFile {
  /** The name that the run has here. */
  clientId: string;
  /** What the file is called, without its ending. */
  name: string;
  format: LabFileFormat;
  rows: 'shown' | 'all';
}

interface Downloads {
  all: Download[];
  start: (wanted: WantedFile) => Promise<void>;
  /** Cancels one that runs; forgets one that has ended. */
  remove: (id: number) => void;
}

/** Bytes that are handed to the browser together: it keeps them where it likes, and not among the page's. */
const TOGETHER = 8 * 1024 * 1024;

/** Milliseconds for which it is told that a file was saved. */
const SAVED_FOR = 8_000;

const aborts = new Map<number, AbortController>();
let last = 0;

/** Downloads of this window; they go on whatever tab is in view. */
export const useDownloads = create<Downloads>((set, get) => ({
  all: [],
  start: async (wanted) => {
    last += 1;
    const id = last;
    const abort = new AbortController();
    aborts.set(id, abort);
    const begun: Download = {
      id,
      name: `${wanted.name}.${wanted.format}`,
      bytes: 0,
      startedAt: performance.now(),
      state: 'running',
      note: undefined,
    };
    set({ all: [...get().all, begun] });
    const patch = (part: Partial<Download>) =>
      set({ all: get().all.map((each) => (each.id === id ? { ...each, ...part } : each)) });
    try {
      const response = await openExport(wanted.clientId, wanted, abort.signal);
      const blob = await readBlob(response, (bytes) => patch({ bytes }));
      saveBlob(blob, begun.name);
      const note = cutNote(response.headers.get(CUT_AT), wanted.rows);
      patch({ state: 'done', bytes: blob.size, note });
      if (note === undefined) setTimeout(() => get().remove(id), SAVED_FOR);
    } catch (error) {
      patch({ state: 'failed', note: errorText(error) });
    } finally {
      aborts.delete(id);
    }
  },
  remove: (id) => {
    aborts.get(id)?.abort();
    set({ all: get().all.filter((each) => each.id !== id) });
  },
}));

/** What is said of a file that holds less than all rows. */
export function cutNote(cutAt: string | null, rows: WantedFile['rows']): string | undefined {
  if (cutAt === null) return undefined;
  const count = grouped(Number(cutAt));
  return rows === 'shown'
    ? `The file holds the ${count} rows that are shown; the query has more.`
    : `The file was cut: it holds the first ${count} rows, which is as many as a download may hold here. The query has more.`;
}

/** Reads an answer to its end; what breaks off on the way is no file. */
async function readBlob(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  const reader = response.body?.getReader();
  if (!reader) return response.blob();
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, held, told] = [0, 0, 0];
  for (;;) {
    const { done, value } = await next(reader, bytes);
    if (done) break;
    pieces.push(value);
    bytes += value.length;
    held += value.length;
    if (held >= TOGETHER) {
      blobs.push(new Blob(pieces));
      [pieces, held] = [[], 0];
    }
    // Some times a second are enough to be seen.
    if (performance.now() - told < 150) continue;
    told = performance.now();
    onBytes(bytes);
  }
  return new Blob([...blobs, ...pieces], { type });
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, bytes: number) {
  try {
    return await reader.read();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Error(
      `The download broke off after ${megabytes(bytes)}: the database or the server ended it. Nothing was saved.`,
      { cause: error },
    );
  }
}

/** A number of bytes as people read it. */
export function megabytes(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
