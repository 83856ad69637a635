import type { Token } from 'markdown-it';

/** A piece of text that looks the same throughout. */
export interface Run {
  text: string;
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  link?: boolean;
}

/** A part of a text that stands by itself. */
export type Block =
  | { kind: 'text'; runs: Run[]; size: number; indent: number; bullet?: string; margin: number }
  | { kind: 'code'; lines: string[]; indent: number; margin: number }
  | { kind: 'table'; rows: { runs: Run[][]; isHead: boolean }[]; margin: number }
  | { kind: 'line'; margin: number };

/** Letters of plain text, and how much larger headings are, as browsers have them. */
export const LETTERS = 14;
const HEADINGS = [2, 1.5, 1.17, 1, 0.83, 0.67];
const HEADING_MARGINS = [0.67, 0.83, 1, 1.33, 1.67, 2.33];
const INDENT = 40;

/** What a page of markup says, line by line. */
type ReadMarkup = (markup: string) => string[];

/** Markdown as blocks from top to bottom. Of HTML in it remains what it says; pictures are told by what they are called. */
export async function markdownBlocks(source: string, readMarkup: ReadMarkup): Promise<Block[]> {
  const { default: MarkdownIt } = await import('markdown-it');
  const reader = new MarkdownIt({ html: true, linkify: true });
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return new Reading(readMarkup).blocks(reader.parse(source, {}));
}

interface List {
  ordered: boolean;
  next: number;
}

class Reading {
  readonly #readMarkup: ReadMarkup;
  readonly #lists: List[] = [];
  readonly #blocks: Block[] = [];
  #quotes = 0;
  #heading = 0;
  #bullet: string | undefined;
  #table: Extract<Block, { kind: 'table' }> | undefined;
  #isHead = false;

  constructor(readMarkup: ReadMarkup) {
    this.#readMarkup = readMarkup;
  }

  blocks(tokens: readonly Token[]): Block[] {
    for (const token of tokens) this.#take(token);
    return this.#blocks;
  }

  get #indent(): number {
    return (this.#lists.length + this.#quotes) * INDENT;
  }

  #take(token: Token): void {
    const depth = token.nesting;
    switch (token.type) {
      case 'heading_open':
        this.#heading = Number(token.tag.slice(1));
        break;
      case 'heading_close':
        this.#heading = 0;
        break;
      case 'bullet_list_open':
      case 'ordered_list_open':
        this.#lists.push({
          ordered: token.type === 'ordered_list_open',
          next: Number(token.attrGet('start') ?? 1),
        });
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        this.#lists.pop();
        break;
      case 'list_item_open':
        this.#bullet = this.#nextBullet();
        break;
      case 'blockquote_open':
      case 'blockquote_close':
        this.#quotes += depth;
        break;
      case 'hr':
        this.#blocks.push({ kind: 'line', margin: LETTERS / 2 });
        break;
      case 'fence':
      case 'code_block':
        this.#blocks.push({
          kind: 'code',
          lines: token.content.replace(/\n$/, '').split('\n'),
          indent: this.#indent,
          margin: LETTERS,
        });
        break;
      case 'html_block':
        for (const text of this.#readMarkup(token.content)) this.#text([{ text }]);
        break;
      case 'inline':
        this.#inline(token);
        break;
      default:
        this.#tablePart(token.type);
    }
  }

  #tablePart(type: string): void {
    if (type === 'table_open') this.#table = { kind: 'table', rows: [], margin: LETTERS };
    else if (type === 'thead_open') this.#isHead = true;
    else if (type === 'thead_close') this.#isHead = false;
    else if (type === 'tr_open') this.#table?.rows.push({ runs: [], isHead: this.#isHead });
    else if (type === 'table_close' && this.#table) {
      this.#blocks.push(this.#table);
      this.#table = undefined;
    }
  }

  #nextBullet(): string {
    const list = this.#lists.at(-1);
    if (!list?.ordered) return '•';
    list.next += 1;
    return `${list.next - 1}.`;
  }

  #inline(token: Token): void {
    const runs = runsOf(token.children ?? []);
    const row = this.#table?.rows.at(-1);
    if (row) row.runs.push(row.isHead ? runs.map((run) => ({ ...run, bold: true })) : runs);
    else this.#text(runs);
  }

  #text(runs: Run[]): void {
    const level = this.#heading - 1;
    const size = LETTERS * (HEADINGS[level] ?? 1);
    const bullet = this.#bullet;
    this.#bullet = undefined;
    this.#blocks.push({
      kind: 'text',
      runs: level >= 0 ? runs.map((run) => ({ ...run, bold: true })) : runs,
      size,
      indent: this.#indent,
      ...(bullet !== undefined && { bullet }),
      margin: this.#lists.length > 0 ? 0 : size * (HEADING_MARGINS[level] ?? 1),
    });
  }
}

/** Tags that make letters look different. */
const BOLD = /^<\/?(?:b|strong)\b/i;
const ITALIC = /^<\/?(?:i|em)\b/i;
const BREAK = /^<br\b/i;

function runsOf(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  const look = { bold: 0, italic: 0, link: 0 };
  const say = (text: string, code = false) =>
    runs.push({
      text,
      ...(look.bold > 0 && { bold: true }),
      ...(look.italic > 0 && { italic: true }),
      ...(look.link > 0 && { link: true }),
      ...(code && { code }),
    });
  for (const token of tokens) {
    const { type, content, nesting } = token;
    const step = content.startsWith('</') ? -1 : 1;
    if (type === 'text') say(content);
    else if (type === 'code_inline') say(content, true);
    else if (type === 'softbreak') say(' ');
    else if (type === 'hardbreak' || (type === 'html_inline' && BREAK.test(content))) say('\n');
    else if (type === 'strong_open' || type === 'strong_close') look.bold += nesting;
    else if (type === 'em_open' || type === 'em_close') look.italic += nesting;
    else if (type === 'link_open' || type === 'link_close') look.link += nesting;
    else if (type === 'html_inline' && BOLD.test(content)) look.bold += step;
    else if (type === 'html_inline' && ITALIC.test(content)) look.italic += step;
    else if (type === 'image') say(`[picture: ${content || token.attrGet('src') || ''}]`);
  }
  return runs;
}
