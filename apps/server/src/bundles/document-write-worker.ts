import { parentPort } from 'node:worker_threads';
import { stringify } from 'yaml';

/** Takes a document as JSON, which crosses to a thread sooner than objects do, and gives it back as YAML. */
parentPort?.on('message', (json: string) => {
  parentPort?.postMessage(stringify(JSON.parse(json), { lineWidth: 0 }));
});
