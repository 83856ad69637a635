import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Writes the YAML documents of one bundle. */
export interface DocumentWriter {
  /** A document as YAML; rejects when the signal fires. */
  write(document: object): Promise<string>;
  close(): Promise<void>;
}

/** Characters of JSON up to which a document is written where it is: that takes a few milliseconds. */
const SHORT = 32 * 1024;

/** A writer whose long documents (layouts, parameters of charts) are written in a thread of its own, which ends with `close`. */
export async function openDocumentWriter(signal: AbortSignal): Promise<DocumentWriter> {
  const { writeYaml } = await import('./write-yaml.ts');
  let worker: Worker | undefined;
  const leave = () => void worker?.terminate();
  signal.addEventListener('abort', leave);
  return {
    write: async (document) => {
      signal.throwIfAborted();
      const json = JSON.stringify(document);
      if (json.length <= SHORT) return writeYaml(document);
      worker ??= new Worker(new URL('./document-write-worker.ts', import.meta.url));
      const over = new AbortController();
      // A thread that ends, or fails, answers nothing.
      const ended = once(worker, 'exit', { signal: over.signal }).then(() => {
        signal.throwIfAborted();
        throw new Error('Writing a document was given up');
      });
      try {
        worker.postMessage(json);
        const [text]: string[] = await Promise.race([
          once(worker, 'message', { signal: over.signal }),
          ended,
        ]);
        return text ?? '';
      } finally {
        over.abort();
        ended.catch(() => undefined);
      }
    },
    close: async () => {
      signal.removeEventListener('abort', leave);
      await worker?.terminate();
    },
  };
}
