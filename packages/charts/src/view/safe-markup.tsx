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
const SILENT_ELEMENTS = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'OBJECT', 'EMBED', 'NOSCRIPT']);
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Whether a text has markup in it. */
export function hasMarkup(text: string): boolean {
  return LOOKS_LIKE_MARKUP.test(text);
}

/**
 * The markup of a cell as elements of the page: text, links and pictures from the web, nothing that runs. It is
 * read in a document of its own, which loads nothing, and built anew from what is allowed.
 */
export function SafeMarkup({ text }: { text: string }) {
  const parsed = new DOMParser().parseFromString(text, 'text/html');
  return childrenOf(parsed.body);
}

function childrenOf(node: Node): ReactNode {
  return createElement(Fragment, null, ...[...node.childNodes].map(rendered));
}

function rendered(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement) || SILENT_ELEMENTS.has(node.tagName)) return null;
  if (node.tagName === 'BR') return <br />;
  if (node.tagName === 'A') return <SafeLink element={node} />;
  if (node.tagName === 'IMG') return <SafeImage element={node} />;
  const children = childrenOf(node);
  return TEXT_ELEMENTS.has(node.tagName)
    ? createElement(node.tagName.toLowerCase(), null, children)
    : children;
}

function SafeLink({ element }: { element: HTMLElement }) {
  const href = safeAddress(element.getAttribute('href'));
  const children = childrenOf(element);
  if (href === undefined) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function SafeImage({ element }: { element: HTMLElement }) {
  const source = safeAddress(element.getAttribute('src'));
  const description = element.getAttribute('alt') ?? '';
  return source === undefined ? (
    description
  ) : (
    <img src={source} alt={description} height={20} loading="lazy" />
  );
}

function safeAddress(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address, window.location.href)) return undefined;
  const url = new URL(address, window.location.href);
  return LINK_PROTOCOLS.has(url.protocol) ? url.href : undefined;
}
