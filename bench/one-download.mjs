import { get } from 'node:http';

// Asks for a file and prints what it took and brought: `node one-download.mjs ADDRESS`, with the headers in the environment.
const [address = ''] = process.argv.slice(2);
const headers = JSON.parse(process.env.CHARTROOM_BENCH_HEADERS ?? '{}');
const begun = performance.now();
get(address, { headers }, (answer) => {
  if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}.`);
  let bytes = 0;
  answer.on('data', (piece) => {
    bytes += piece.length;
  });
  answer.on('end', () => {
    process.stdout.write(JSON.stringify({ milliseconds: performance.now() - begun, bytes }));
  });
});
