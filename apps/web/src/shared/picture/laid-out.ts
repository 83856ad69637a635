const XHTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the letters that no XML can hold
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Elements of a page as an image: the browser lays them out once more where they can only show, and nothing is fetched. Rejects
 * with the signal's reason.
 *
 * @param rules - of style sheets
 * @param size - in pixels
 */
export async function laidOut(
  elements: Node,
  rules: string,
  { width, height }: { width: number; height: number },
  signal?: AbortSignal,
): Promise<HTMLImageElement> {
  const styles = document.createElementNS(XHTML, 'style');
  styles.textContent = rules;
  const room = document.createElementNS(SVG, 'foreignObject');
  room.setAttribute('width', '100%');
  room.setAttribute('height', '100%');
  room.append(styles, elements);
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('width', String(width));
  picture.setAttribute('height', String(height));
  picture.append(room);
  const text = new XMLSerializer().serializeToString(picture).toWellFormed().replaceAll(UNWRITABLE, '');
  signal?.throwIfAborted();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  signal?.throwIfAborted();
  return image;
}
