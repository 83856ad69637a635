import { ChartPictureAsked } from '@chartroom/ui';
import { laidOut } from './laid-out.ts';
import { resolvedRules } from './resolved-rules.ts';

/** A part of the page as a picture that can be drawn at any size. */
export interface PagePicture {
  image: HTMLImageElement;
  /** Pixels of the page. */
  width: number;
  height: number;
  /** Pictures of other sites that browsers do not hand out: in their place stands what they are called. */
  missing: number;
}

/** Pixels of a picture for each of the page: letters stay sharp. */
export const SHARP = 2;

const XHTML = 'http://www.w3.org/1999/xhtml';
/** Nothing moves in a picture. */
const STILL =
  '*,*::before,*::after{animation:none!important;transition:none!important;caret-color:transparent!important;scrollbar-width:thin!important}';

/**
 * Takes a picture of all that stands in an element, also of what is scrolled away, by the page's own styles: the browser
 * draws a copy of it in which nothing has to be fetched. What is marked `data-unpictured` is left out; `head` stands above
 * it. Rejects with the signal's reason.
 */
export async function pagePicture(
  element: HTMLElement,
  { head, signal }: { head?: HTMLElement | undefined; signal: AbortSignal },
): Promise<PagePicture> {
  const width = Math.max(element.clientWidth, element.scrollWidth);
  const headHeight = head ? measured(head, width) : 0;
  const height = Math.ceil(element.scrollHeight + headHeight);
  const copying: Copying = { signal, missing: 0 };
  const copy = await copied(element, copying);
  if (!(copy instanceof HTMLElement)) throw new Error('There is nothing to be seen.');
  Object.assign(copy.style, {
    position: 'static',
    width: `${element.clientWidth}px`,
    height: `${element.scrollHeight}px`,
    maxHeight: 'none',
    overflow: 'visible',
    boxSizing: 'border-box',
    margin: '0',
    flex: 'none',
  });
  const sheet = document.createElementNS(XHTML, 'div');
  Object.assign(sheet.style, { display: 'block', width: `${width}px`, background: groundOf(element) });
  sheet.append(...(head ? [head] : []), inAncestors(copy, element));
  const rules = `${resolvedRules([...document.styleSheets])}\n${STILL}`;
  const image = await laidOut(inPage(sheet), rules, { width, height }, signal);
  return { image, width, height, missing: copying.missing };
}

interface Copying {
  signal: AbortSignal;
  missing: number;
}

/** A copy of what is seen of a node; undefined for what is not. */
async function copied(node: Node, copying: Copying): Promise<Node | undefined> {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.cloneNode() : undefined;
  const style = getComputedStyle(node);
  if (style.display === 'none' || node.matches('[data-unpictured], script, style, iframe, video'))
    return undefined;
  if (node instanceof HTMLElement && node.dataset.chartDrawn !== undefined) {
    const asked = new ChartPictureAsked(SHARP);
    node.dispatchEvent(asked);
    if (asked.canvas) return drawnCopy(node, asked.canvas, copying.signal);
  }
  if (node instanceof HTMLCanvasElement) return drawnCopy(node, node, copying.signal);
  if (node instanceof HTMLImageElement) return imageCopy(node, copying);
  const copy = node.cloneNode();
  if (!(copy instanceof Element)) return undefined;
  if (node instanceof HTMLInputElement) copy.setAttribute('value', node.value);
  if (node instanceof HTMLTextAreaElement) copy.textContent = node.value;
  else for (const child of node.childNodes) copy.append(...listed(await copied(child, copying)));
  keepScrolled(node, copy);
  return copy;
}

function listed(node: Node | undefined): Node[] {
  return node ? [node] : [];
}

/** What is scrolled away in a part of it stays away, with what sticks to its edges. */
function keepScrolled(node: Element, copy: Element): void {
  const { scrollLeft, scrollTop } = node;
  if ((scrollLeft === 0 && scrollTop === 0) || !(copy instanceof HTMLElement)) return;
  copy.style.overflow = 'hidden';
  const children = [...node.children].filter((child) => getComputedStyle(child).display !== 'none');
  [...copy.children].forEach((child, at) => {
    if (!(child instanceof HTMLElement)) return;
    const sticks = children[at] && getComputedStyle(children[at]).position === 'sticky';
    if (!sticks) child.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
    else if (scrollLeft !== 0) child.style.translate = `${-scrollLeft}px 0`;
  });
}

/** A drawing as a picture in the place of an element; the page has a moment for others after each. */
async function drawnCopy(
  element: HTMLElement,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<Node> {
  const copy = pictureElement(element);
  if (canvas.width > 0 && canvas.height > 0) copy.setAttribute('src', canvas.toDataURL());
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
  return copy;
}

async function imageCopy(image: HTMLImageElement, copying: Copying): Promise<Node> {
  const copy = pictureElement(image);
  const source = await sourceOf(image, copying.signal);
  if (source !== undefined) copy.setAttribute('src', source);
  else {
    copying.missing += 1;
    copy.setAttribute('alt', image.alt || 'Picture');
  }
  return copy;
}

/** A picture as large as an element is, styled as it is. */
function pictureElement(element: HTMLElement): HTMLElement {
  const copy = document.createElementNS(XHTML, 'img');
  const picture = copy instanceof HTMLElement ? copy : document.createElement('img');
  for (const name of ['class', 'style'])
    if (element.hasAttribute(name)) picture.setAttribute(name, element.getAttribute(name) ?? '');
  picture.style.width = `${element.clientWidth}px`;
  picture.style.height = `${element.clientHeight}px`;
  return picture;
}

/** What a picture shows as an address that holds it; undefined where it may not be had. */
async function sourceOf({ currentSrc }: HTMLImageElement, signal: AbortSignal): Promise<string | undefined> {
  if (currentSrc.startsWith('data:')) return currentSrc;
  if (currentSrc === '' || new URL(currentSrc, document.baseURI).origin !== window.location.origin)
    return undefined;
  const answer = await fetch(currentSrc, { signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (!answer?.ok) return undefined;
  const blob = await answer.blob();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined);
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(blob);
  });
}

/** The copy in copies of what stands around the element: its styles come from them, and no room is left for them. */
function inAncestors(copy: HTMLElement, element: HTMLElement): Node {
  let inner: Node = copy;
  for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement)
    inner = around(outer, inner);
  return inner;
}

/** The same for the body and the root of the page. */
function inPage(sheet: Node): Node {
  return around(document.documentElement, around(document.body, sheet));
}

function around(element: HTMLElement, inner: Node): Node {
  const copy = element.cloneNode();
  if (!(copy instanceof HTMLElement)) return inner;
  copy.style.setProperty('display', 'contents', 'important');
  copy.append(inner);
  return copy;
}

/** The colour behind an element. */
function groundOf(element: HTMLElement): string {
  for (let behind: HTMLElement | null = element; behind; behind = behind.parentElement) {
    const { backgroundColor } = getComputedStyle(behind);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return '#ffffff';
}

/** How high something is in a width, measured where nobody sees it. */
function measured(element: HTMLElement, width: number): number {
  const place = document.createElement('div');
  Object.assign(place.style, {
    position: 'absolute',
    insetInlineStart: '-100000px',
    width: `${width}px`,
  });
  place.append(element);
  document.body.append(place);
  const { height } = element.getBoundingClientRect();
  place.remove();
  element.remove();
  return Math.ceil(height);
}
