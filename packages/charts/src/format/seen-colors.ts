import { COLOR_BLIND_SAFE } from './categorical-schemes.ts';
import { type Channels, channelsOf } from './channels.ts';
import { categoricalScheme, DEFAULT_COLOR_SCHEME, type LabelColors } from './label-colors.ts';

/** How far a mark is from what is behind it at least (WCAG 1.4.11), and where more contrast is wanted. */
const LEAST = 3;
const STRONG = 4.5;
/** Steps from a colour to the text's, which can always be seen. */
const STEPS = 20;

/** What is behind marks, and how well they are wanted to be seen on it. */
interface Ground {
  dark: boolean;
  isStrong?: boolean;
  colorBackground: string;
}

/**
 * Colours as they are seen on a ground: in the dark, and wherever more contrast is wanted, those that are too near to it go
 * away from it, and no further than need be. By day they are as they were recorded. Whoever wants more contrast has
 * the default scheme's places filled by colours that everybody can tell apart.
 */
export function seenColors(colors: LabelColors, ground: Ground): LabelColors {
  if (!ground.dark && !ground.isStrong) return colors;
  const seen = new Map<string, string>();
  return (label) => {
    const color = colors(label);
    const known = seen.get(color) ?? seenColor(ground.isStrong ? toldApart(color) : color, ground);
    seen.set(color, known);
    return known;
  };
}

/** The colour in the place of one of the default scheme. */
function toldApart(color: string): string {
  const at = categoricalScheme(DEFAULT_COLOR_SCHEME).colors.indexOf(color);
  const { colors } = COLOR_BLIND_SAFE;
  return (at < 0 ? undefined : colors[at % colors.length]) ?? color;
}

/** A colour that can be seen on a ground: the one given, or the next to it that is lighter, or darker by day. */
export function seenColor(color: string, { dark, isStrong, colorBackground }: Ground): string {
  const from = channelsOf(color);
  const ground = channelsOf(colorBackground);
  const least = isStrong ? STRONG : LEAST;
  const end: Channels = dark ? [255, 255, 255, 1] : [0, 0, 0, 1];
  for (let step = 0; step <= STEPS; step += 1) {
    const mixed = mix(from, end, step / STEPS);
    if (contrast(mixed, ground) >= least) return step === 0 ? color : hexOf(mixed);
  }
  return color;
}

/** How well two colours are told apart by their lightness alone (WCAG 2): from 1 to 21. */
function contrast(some: Channels, others: Channels): number {
  const [high = 0, low = 0] = [luminance(some), luminance(others)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function mix([red, green, blue]: Channels, end: Channels, part: number): Channels {
  const toward = (from: number, to: number) => from + (to - from) * part;
  return [toward(red, end[0]), toward(green, end[1]), toward(blue, end[2]), 1];
}

function hexOf(channels: Channels): string {
  const pairs = channels.slice(0, 3).map((each) => Math.round(each).toString(16).padStart(2, '0'));
  return `#${pairs.join('')}`;
}
