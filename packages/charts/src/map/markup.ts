import { cutText } from '../draw/measure-text.ts';
import { escapeMarkup } from '../draw/tooltip.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Attributes of an element, each after a space; those without a value are left out. */
export function attributes(values: Attributes): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
    .join('');
}

/** An element that holds nothing. */
export function element(name: string, values: Attributes): string {
  return `<${name}${attributes(values)}/>`;
}

export interface TextPlace {
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
  size: number;
  /** Pixels; what is longer is cut, and whole where somebody points at it. */
  room: number;
  color: string;
}

/** A text in one line. */
export function textElement(text: string, { x, y, anchor, size, room, color }: TextPlace): string {
  const cut = cutText(text, size, room);
  const whole = cut === text ? '' : `<title>${escapeMarkup(text)}</title>`;
  return `<text${attributes({ x, y, 'text-anchor': anchor, 'font-size': size, fill: color })}>${whole}${escapeMarkup(cut)}</text>`;
}
