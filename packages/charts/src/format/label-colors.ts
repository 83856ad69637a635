import { type CategoricalScheme, categoricalSchemes } from './categorical-schemes.ts';

/** Scheme used when a chart names none or one that does not exist. */
export const DEFAULT_COLOR_SCHEME = 'supersetColors';

/** Added to how often a colour is used when a neighbour of the label has it. */
const NEIGHBOUR_PENALTY = 100;

/** The scheme of an id; the default scheme when there is none of that id. */
export function categoricalScheme(id?: string | null): CategoricalScheme {
  const named = categoricalSchemes().find((scheme) => scheme.id === id);
  const fallback = categoricalSchemes().find((scheme) => scheme.id === DEFAULT_COLOR_SCHEME);
  return named ?? fallback ?? { id: DEFAULT_COLOR_SCHEME, label: '', group: '', colors: ['#1FA8C9'] };
}

/** Gives every label of one chart its colour, the same one each time it is asked for. */
export type LabelColors = (label: unknown) => string;

/** A colour that is settled for a label, or its position in the scheme. */
type Settled = (label: string) => string | number | undefined;

/**
 * Colours by label: a forced colour, the colour already given, else the next of the scheme in order of first
 * appearance. A colour in use gives way to the first unused one; when all are used, to the least used one that
 * no neighbour has.
 *
 * @param forced label → colour, or position in the scheme
 */
export function labelColors(
  schemeId?: string | null,
  forced: Readonly<Record<string, string | number>> = {},
): LabelColors {
  return settledColors(schemeId, (label) => forced[label]);
}

/** The same with colours that may be settled while they are given. */
export function settledColors(schemeId: string | null | undefined, settled: Settled): LabelColors {
  const { colors } = categoricalScheme(schemeId);
  const given = new Map<string, string>();
  /** How many labels have a colour. */
  const uses = new Map<string, number>();
  let seen = 0;
  const give = (label: string, color: string) => {
    const before = given.get(label);
    if (before === color) return color;
    if (before !== undefined) uses.set(before, (uses.get(before) ?? 1) - 1);
    uses.set(color, (uses.get(color) ?? 0) + 1);
    given.set(label, color);
    return color;
  };
  return (value) => {
    const label = String(value).trim();
    const known = forcedColor(settled(label), colors) ?? given.get(label);
    if (known !== undefined) return give(label, known);
    const turn = colors[seen % colors.length] ?? '#000';
    seen += 1;
    // The label stands after all others; in a legend that wraps round, the first label is its neighbour.
    const [neighbour] = given.values();
    return give(label, available(turn, colors, uses, neighbour));
  };
}

/** Label colours of a chart's form data: its scheme, with the colours that the dashboard or its owner fixed. */
export function formColors(form: Readonly<Record<string, unknown>>): LabelColors {
  const scheme = typeof form.color_scheme === 'string' ? form.color_scheme : undefined;
  return labelColors(scheme, { ...colorMap(form.map_label_colors), ...colorMap(form.label_colors) });
}

function colorMap(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function forcedColor(forced: string | number | undefined, colors: readonly string[]): string | undefined {
  return typeof forced === 'number' ? colors[forced % colors.length] : forced;
}

function available(
  turn: string,
  colors: readonly string[],
  uses: ReadonlyMap<string, number>,
  neighbour: string | undefined,
): string {
  const isFree = (color: string) => !uses.get(color);
  if (isFree(turn)) return turn;
  const unused = colors.find(isFree);
  if (unused) return unused;
  const cost = (color: string) => (uses.get(color) ?? 0) + (color === neighbour ? NEIGHBOUR_PENALTY : 0);
  return colors.reduce((best, color) => (cost(color) < cost(best) ? color : best), turn);
}
