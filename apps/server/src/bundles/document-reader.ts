import { Worker } from 'node:worker_threads';
import { type Bounds, beyondBound } from '@chartroom/model';
import type { DocumentAnswer, DocumentQuestion } from './document-worker.ts';
import { readYaml } from './read-yaml.ts';

/** Reads the YAML documents of one bundle. */
export interface DocumentReader {
  /** What a document says; rejects as `readYaml` does. */
  read(text: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Characters up to which a document is read where it is: that takes a few milliseconds. */
const SHORT = 16 * 1024;
/** All documents of a bundle together may be this many times as large as one. */
const ALL_DOCUMENTS = 10;
/** Megabytes that reading may take. */
const MEMORY_MB = 512;

/** A reader whose long documents are read in a thread of its own, which ends with `close`, with the signal, or for want of memory. */
export function openDocumentReader(
  { MAX_DOCUMENT_NODES: nodes }: Pick<Bounds, 'MAX_DOCUMENT_NODES'>,
  signal: AbortSignal,
): DocumentReader {
  let worker: Worker | undefined;
  let total = 0;
  const leave = () => void worker?.terminate();
  signal.addEventListener('abort', leave);
  const ask = (question: DocumentQuestion): Promise<DocumentAnswer> => {
    worker ??= new Worker(new URL('./document-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    return answerOf(worker, question);
  };
  return {
    read: async (text) => {
      signal.throwIfAborted();
      const { value, found } =
        text.length <= SHORT ? await readYaml(text, { nodes }) : valueIn(await ask({ text, nodes }));
      total += found;
      if (total > nodes * ALL_DOCUMENTS)
        throw beyondBound(
          'the number of keys, values and items of all documents',
          total,
          nodes * ALL_DOCUMENTS,
        );
      return value;
    },
    close: async () => {
      signal.removeEventListener('abort', leave);
      await worker?.terminate();
    },
  };
}

function answerOf(worker: Worker, question: DocumentQuestion): Promise<DocumentAnswer> {
  return new Promise((resolve, reject) => {
    const end = () => {
      worker.off('message', told).off('error', failed).off('exit', gone);
    };
    const told = (answer: DocumentAnswer) => {
      end();
      resolve(answer);
    };
    const failed = (error: unknown) => {
      end();
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isMemory ? new Error(`It needs more than ${MEMORY_MB} MB of memory to be read`) : error);
    };
    const gone = () => {
      end();
      reject(new Error('Reading it was given up'));
    };
    worker.on('message', told).on('error', failed).on('exit', gone);
    worker.postMessage(question);
  });
}

function valueIn(answer: DocumentAnswer): { value: unknown; found: number } {
  if ('problem' in answer) throw new Error(answer.problem);
  return answer;
}
