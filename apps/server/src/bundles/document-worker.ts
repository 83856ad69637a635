import { parentPort } from 'node:worker_threads';
import { readYaml } from './read-yaml.ts';

/** A document to be read, and how large it may be. */
export interface DocumentQuestion {
  text: string;
  nodes: number;
}

/** What it says and how many nodes it has, or what is wrong with it. */
export type DocumentAnswer = { value: unknown; found: number } | { problem: string };

parentPort?.on('message', async ({ text, nodes }: DocumentQuestion) => {
  try {
    parentPort?.postMessage(await readYaml(text, { nodes }));
  } catch (error) {
    const answer: DocumentAnswer = { problem: error instanceof Error ? error.message : String(error) };
    parentPort?.postMessage(answer);
  }
});
