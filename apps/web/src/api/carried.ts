/** Milliseconds after its start for which a page takes what it has brought along for what is there. */
const FRESH = 10_000;

/** Answers that the page has brought along, by the addresses of their calls; read when the first is wanted. */
let carried: Map<string, string> | undefined;

/** The text of an answer that the page has brought along, once; undefined where the server is to be asked. */
export function takeCarried(address: string): string | undefined {
  if (performance.now() > FRESH) return undefined;
  carried ??= readCarried();
  const text = carried.get(address);
  carried.delete(address);
  return text;
}

/** Whoever changes something sees what is there after it. */
export function forgetCarried(): void {
  carried = new Map();
}

function readCarried(): Map<string, string> {
  const text = globalThis.document?.getElementById('carried')?.textContent;
  if (!text) return new Map();
  const answers: Record<string, string> = JSON.parse(text);
  return new Map(Object.entries(answers));
}
