import { harmlessStyle } from '@chartroom/ui';
import { createElement, Fragment, type ReactNode } from 'react';

const LOOKS_LIKE_MARKUP = /<[a-z][^>]*>/i;
/** Elements that only shape text; all others are shown as their text. */
const TEXT_ELEMENTS = new Set([
  'B',
  'BR',
  'CODE',
  'DIV',
  'EM',
  'I',
  'LI',
  'MARK',
  'P',
  'S',
  'SMALL',
  'SPAN',
  'STRONG',
  'SUB',
  'SUP',
  'U',
  'UL',
  'OL',
]);
/** Further elements of a page of its own; in a cell they are shown as their text. */
const PAGE_ELEMENTS = new Set([
  'ABBR',
  'ARTICLE',
  'ASIDE',
  'BLOCKQUOTE',
  'CAPTION',
  'CITE',
  'COL',
  'COLGROUP',
  'DD',
  'DEL',
  'DETAILS',
  'DL',
  'DT',
  'FIGCAPTION',
  'FIGURE',
  'FOOTER',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'HEADER',
  'HR',
  'INS',
  'KBD',
  'METER',
  'PRE',
  'PROGRESS',
  'Q',
  'SECTION',
  'SUMMARY',
  'TABLE',
  'TBODY',
  'TD',
  'TFOOT',
  'TH',
  'THEAD',
  'TIME',
  'TR',
  'WBR',
]);
const VOID_ELEMENTS = new Set(['COL', 'HR', 'WBR']);
/** Elements between whose children no text may stand. */
const TABLE_PARTS = new Set(['COLGROUP', 'TABLE', 'TBODY', 'TFOOT', 'THEAD', 'TR']);
/** What elements of a page may say of themselves, and how scripts call it. */
const PAGE_ATTRIBUTES: readonly (readonly [attribute: string, property: string])[] = [
  ['class', 'className'],
  ['title', 'title'],
  ['dir', 'dir'],
  ['lang', 'lang'],
  ['colspan', 'colSpan'],
  ['rowspan', 'rowSpan'],
  ['align', 'align'],
  ['scope', 'scope'],
  ['value', 'value'],
  ['min', 'min'],
  ['max', 'max'],
  ['width', 'width'],
  ['height', 'height'],
];
const SILENT_ELEMENTS = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'OBJECT', 'EMBED', 'NOSCRIPT']);
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Whether a text has markup in it. */
export function hasMarkup(text: string): boolean {
  return LOOKS_LIKE_MARKUP.test(text);
}

/**
 * The markup of a cell as elements of the page: text, links and pictures from the web, nothing that runs. It is
 * read in a document of its own, which loads nothing, and built anew from what is allowed. A `whole` page may have
 * headings, tables and looks of its own, too.
 */
export function SafeMarkup({ text, whole = false }: { text: string; whole?: boolean }) {
  const parsed = new DOMParser().parseFromString(quiet(text), 'text/html');
  return childrenOf(parsed.body, whole);
}

const HANDLER = /\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi;
const STYLES = /<style\b[^>]*>[\s\S]*?(?:<\/style\s*>|$)/gi;

/** Without what the page's policy forbids: the browser complains of it even where nothing of it is taken over. */
function quiet(text: string): string {
  return text.replace(STYLES, '').replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(HANDLER, ''));
}

function childrenOf(node: Node, whole: boolean): ReactNode {
  return createElement(Fragment, null, ...[...node.childNodes].map((child) => rendered(child, whole)));
}

function rendered(node: Node, whole: boolean): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return textBetween(node);
  if (!(node instanceof HTMLElement) || SILENT_ELEMENTS.has(node.tagName)) return null;
  const { tagName } = node;
  if (tagName === 'BR') return <br />;
  if (tagName === 'IMG') return <SafeImage element={node} whole={whole} />;
  if (tagName !== 'A' && !TEXT_ELEMENTS.has(tagName) && !(whole && PAGE_ELEMENTS.has(tagName)))
    return childrenOf(node, whole);
  const own = whole ? pageProperties(node) : null;
  if (tagName === 'A')
    return (
      <SafeLink {...own} href={node.getAttribute('href')}>
        {childrenOf(node, whole)}
      </SafeLink>
    );
  return VOID_ELEMENTS.has(tagName)
    ? createElement(tagName.toLowerCase(), own)
    : createElement(tagName.toLowerCase(), own, childrenOf(node, whole));
}

function textBetween({ textContent, parentNode }: Node): ReactNode {
  const isBetween = parentNode instanceof HTMLElement && TABLE_PARTS.has(parentNode.tagName);
  return isBetween ? null : textContent;
}

function pageProperties(element: HTMLElement): Record<string, unknown> {
  const said = PAGE_ATTRIBUTES.flatMap(([attribute, property]) => {
    const value = element.getAttribute(attribute);
    return value === null ? [] : [[property, value] as const];
  });
  return {
    ...Object.fromEntries(said),
    ...(element.hasAttribute('open') ? { open: true } : {}),
    style: harmlessStyle(element.style),
  };
}

/** A link that leads somewhere and runs nothing; else the text alone. */
export function SafeLink({ href, children, ...own }: { href: string | null; children: ReactNode }) {
  const address = safeAddress(href);
  if (address === undefined) return <span {...own}>{children}</span>;
  return (
    <a {...own} href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function SafeImage({ element, whole }: { element: HTMLElement; whole: boolean }) {
  const source = safeAddress(element.getAttribute('src'));
  const description = element.getAttribute('alt') ?? '';
  const own = whole ? pageProperties(element) : { height: 20 };
  return source === undefined ? description : <img {...own} src={source} alt={description} loading="lazy" />;
}

function safeAddress(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address, window.location.href)) return undefined;
  const url = new URL(address, window.location.href);
  return LINK_PROTOCOLS.has(url.protocol) ? url.href : undefined;
}
