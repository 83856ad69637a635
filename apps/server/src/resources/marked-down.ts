import { setImmediate } from 'node:timers/promises';
import type { IOptions } from 'sanitize-html';

/** Characters of a description that are read as Markdown, and cells that its tables may have: what has more is shown as it was written. */
const LONGEST = 10_000;
const MOST_CELLS = 10_000;
/** Milliseconds of work after which other requests have their turn. */
const TURN_MS = 10;
/** Characters of descriptions that are kept as HTML, so that lists do not read them anew each time. */
const MOST_KEPT = 4_000_000;

/** HTML that shows something and does nothing; links and pictures lead to pages, files and mail boxes. */
const HARMLESS: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ...[
      'a',
      'img',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'del',
      'ins',
      'mark',
      'small',
      'sub',
      'sup',
      'tt',
      'kbd',
    ],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    th: [aligned()],
    td: [aligned()],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  parseStyleAttributes: false,
  nestingLimit: 100,
};

/** The one form of style by which Markdown aligns the cells of a table. */
function aligned() {
  const values = ['left', 'center', 'right'].map((side) => `text-align:${side}`);
  return { name: 'style', multiple: false, values };
}

const kept = new Map<string, string>();
let keptCharacters = 0;

/** Descriptions, which are Markdown with HTML in it, as HTML that can do no harm; nothing as an empty text. */
export async function markedDown(descriptions: readonly (string | null)[]): Promise<string[]> {
  const shown: string[] = [];
  let turn = performance.now();
  for (const description of descriptions) {
    shown.push(description?.trim() ? await htmlOf(description) : '');
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  return shown;
}

async function htmlOf(description: string): Promise<string> {
  const known = kept.get(description);
  if (known !== undefined) return known;
  if (!isReadable(description)) return asWritten(description);
  const html = (await openRenderer())(description);
  keep(description, html);
  return html;
}

/** To read the cells of a table takes long, and one letter a line is enough for rows of many. */
function isReadable(description: string): boolean {
  if (description.length > LONGEST) return false;
  const lines = description.split('\n');
  const widest = Math.max(...lines.map((line) => line.split('|').length));
  return lines.length * widest <= MOST_CELLS;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function asWritten(description: string): string {
  return `<pre>${description.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)}</pre>`;
}

/** What came first goes first. */
function keep(description: string, html: string): void {
  if (kept.has(description)) return;
  kept.set(description, html);
  keptCharacters += description.length + html.length;
  for (const [oldest, its] of kept) {
    if (keptCharacters <= MOST_KEPT) return;
    kept.delete(oldest);
    keptCharacters -= oldest.length + its.length;
  }
}

let renderer: Promise<(markdown: string) => string> | undefined;

/** Most installations have no descriptions: what reads them is loaded with the first one. */
function openRenderer(): Promise<(markdown: string) => string> {
  renderer ??= Promise.all([import('markdown-it'), import('sanitize-html')]).then(
    ([{ default: MarkdownIt }, { default: sanitize }]) => {
      const reader = new MarkdownIt({ html: true, linkify: true });
      // Addresses begin with their scheme: `readme.md` is none.
      reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
      return (markdown) => sanitize(reader.render(markdown), HARMLESS).trim();
    },
  );
  return renderer;
}
