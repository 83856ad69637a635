import { parentPort } from 'node:worker_threads';
import { writeYaml } from './write-yaml.ts';

/** Takes a document as JSON, which crosses to a thread sooner than objects do, and gives it back as YAML. */
parentPort?.on('message', (json: string) => {
  parentPort?.postMessage(writeYaml(JSON.parse(json)));
});
