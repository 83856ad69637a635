import { laidOut } from './laid-out.ts';
import { resolvedRules } from './resolved-rules.ts';

/** What of a page no picture of it shows. */
const UNSEEN = 'script, noscript, template, head, #first-picture';
/** Bars that lie over a page are not seen before it is scrolled; those that have room of their own are. */
const NO_BARS = '* { scrollbar-width: none !important; }';
/** What of a page is no picture of the next one: answers that are kept nowhere. Their room stays. */
const UNKEPT = '[data-unkept]';
/** Pixels from which on what is between the edge of an element and its content is a bar. */
const BAR = 6;

/**
 * What the window shows of a page that was not scrolled, as a PNG in a data URL: the page is laid out once more within an image,
 * and canvases are put where they stand. Undefined where a part of it would be missing.
 */
export async function windowPicture(): Promise<string | undefined> {
  const { innerWidth: width, innerHeight: height, devicePixelRatio: scale } = window;
  if (hasForeignParts() || hasMaps() || isScrolled()) return undefined;
  const copy = pageCopy();
  const classes = new Set([copy, ...copy.querySelectorAll('*')].flatMap(({ classList }) => [...classList]));
  const rules = resolvedRules([...document.styleSheets], (selector) => isOfClasses(selector, classes));
  const styles = `${rules}\n${NO_BARS}\n${UNKEPT} > * { visibility: hidden !important; }`.replaceAll(
    ':root',
    'html',
  );
  const image = await laidOut(copy, styles, { width, height });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  for (const each of document.querySelectorAll('canvas')) {
    const { left, top, width: across, height: down } = each.getBoundingClientRect();
    if (each.width === 0 || !isSeen(each) || each.closest(UNKEPT)) continue;
    // As browsers lay them on the dots of a screen.
    const dots = (length: number) => Math.round(length * scale);
    pen.drawImage(each, dots(left), dots(top), dots(across), dots(down));
  }
  return canvas.toDataURL('image/png');
}

/** Whether something in sight is fetched from elsewhere, which within an image nothing is. */
function hasForeignParts(): boolean {
  const parts = [...document.querySelectorAll('#root img, #root iframe, #root video')];
  return parts.some((part) => {
    const isOwn = part instanceof HTMLImageElement && /^(?:data:|$)/.test(part.src);
    return !isOwn && isSeen(part);
  });
}

/**
 * Whether the graphics processor draws something in sight: that can be read at a price alone of which browsers complain, and
 * more stands on it.
 */
function hasMaps(): boolean {
  const canvases = [...document.querySelectorAll('canvas')];
  return canvases.some((canvas) => isSeen(canvas) && canvas.getContext('2d') === null);
}

function isScrolled(): boolean {
  const parts = [...document.querySelectorAll('#root *')];
  return parts.some(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0);
}

function isSeen(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const isWithin = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
  return isWithin && right > left && bottom > top;
}

/** The page's elements as they are, with what stands in their fields. */
function pageCopy(): Element {
  const root = document.documentElement;
  const copy = document.importNode(root, true);
  const copies = [...copy.querySelectorAll<HTMLElement>('*')];
  for (const [at, element] of [...root.querySelectorAll<HTMLElement>('*')].entries()) {
    const own = copies[at];
    if (!own) continue;
    if (element instanceof HTMLInputElement) own.setAttribute('value', element.value);
    else if (element instanceof HTMLTextAreaElement) own.textContent = element.value;
    if (hasBar(element)) own.style.setProperty('scrollbar-width', 'auto', 'important');
  }
  for (const unseen of copy.querySelectorAll(UNSEEN)) unseen.remove();
  keepTextsApart(copy);
  return copy;
}

/** Texts that stand side by side would be one once they are written: letters of one text stand a little closer than those of two. */
function keepTextsApart(copy: Element): void {
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text instanceof Text && text.previousSibling instanceof Text) text.before(document.createComment(''));
}

/** Whether a bar takes room in an element. */
function hasBar(element: HTMLElement): boolean {
  const { offsetWidth, clientWidth, offsetHeight, clientHeight } = element;
  const isFree = offsetWidth - clientWidth < BAR && offsetHeight - clientHeight < BAR;
  if (clientWidth === 0 || isFree) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((way) => way === 'auto' || way === 'scroll');
}

/** Whether one of the alternatives of a selector names classes alone that there are: the others are nothing to the page. */
function isOfClasses(selector: string, classes: ReadonlySet<string>): boolean {
  const plain = selector.replaceAll(/:not\([^()]*\)/g, '');
  if (plain.includes(':not(')) return true;
  return plain
    .split(',')
    .some((each) => [...each.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name)));
}
