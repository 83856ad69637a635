import { setPriority } from 'node:os';
import { sendPieces, serve } from '../data/heavy/worker-line.ts';
import type { DrawingWork } from './drawing-work.ts';
import { framed } from './framed.ts';

/** The answers that have come, each in the pieces that it came in. */
let answers: Uint8Array[][] = [];

async function* pictures(work: DrawingWork, given: Uint8Array[][]): AsyncIterable<Uint8Array> {
  // What it shares with the server stands in no file of this program: there it would begin with the server.
  const { drawn } = await import('./drawn.ts');
  yield* framed(await drawn(work, given, cleanUp));
}

/** Pixels lie where the collector does not count them. */
function cleanUp(): void {
  globalThis.gc?.();
}

// Nobody waits for a picture as for an answer. On busy processors it has a tenth of what others have: it is late, but not forgotten.
setPriority(10);

serve<DrawingWork>((message) => {
  if (message.type === 'columns') answers.push([]);
  else if (message.type === 'rows') answers.at(-1)?.push(message.rows);
  else if (message.type === 'work') {
    const given = answers;
    answers = [];
    void sendPieces(pictures(message.work, given)).then(() => setImmediate(cleanUp));
  }
});
