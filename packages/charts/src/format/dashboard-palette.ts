import { categoricalScheme, type LabelColors, settledColors } from './label-colors.ts';

/** What a dashboard says of colours (contract/ui.md B9). */
export interface DashboardColors {
  color_scheme?: string | undefined;
  /** Colours that its authors chose for labels. */
  label_colors?: Readonly<Record<string, string>> | undefined;
  /** Colours that labels had before. */
  map_label_colors?: Readonly<Record<string, string>> | undefined;
  /** Labels that several charts had before. */
  shared_label_colors?: readonly string[] | undefined;
  /** The colours of its scheme when the map was made. */
  color_scheme_domain?: readonly string[] | undefined;
}

/** What is stored of the colours that labels have. */
export interface StoredColors {
  map_label_colors: Record<string, string>;
  shared_label_colors: string[];
  color_scheme_domain: string[];
}

/**
 * The colours of a dashboard (contract/ui.md B9): a label has the same one in all its charts. Chosen colours come first, then those that labels
 * had before, then the next of the scheme: of the dashboard's, or, where it has none, of the chart's that shows a label
 * first.
 */
export class DashboardPalette {
  readonly #scheme: string | undefined;
  readonly #chosen: Readonly<Record<string, string>>;
  /** Colours by label as they were given. */
  readonly #given: Map<string, string>;
  readonly #shared: readonly string[];
  /** Charts by the labels that they show. */
  readonly #shown = new Map<string, Set<number>>();

  constructor({
    color_scheme,
    label_colors = {},
    map_label_colors = {},
    shared_label_colors = [],
    color_scheme_domain = [],
  }: DashboardColors) {
    this.#scheme = color_scheme || undefined;
    this.#chosen = label_colors;
    this.#shared = shared_label_colors;
    // Of a scheme that has other colours now, labels begin anew.
    const isStale = this.#scheme !== undefined && !isSame(color_scheme_domain, this.#domain());
    this.#given = new Map(isStale ? [] : Object.entries(map_label_colors));
  }

  /** The colours of one chart, whose own scheme counts where the dashboard has none. */
  of(chart: number, ownScheme: string | undefined): LabelColors {
    const scheme = this.#scheme ?? ownScheme;
    const next = settledColors(
      scheme,
      (label) =>
        this.#chosen[label] ?? (this.#keeps(label, chart, scheme) ? this.#given.get(label) : undefined),
    );
    return (value) => {
      const label = String(value).trim();
      const color = next(label);
      if (this.#chosen[label] === undefined) this.#given.set(label, color);
      this.#shown.set(label, (this.#shown.get(label) ?? new Set()).add(chart));
      return color;
    };
  }

  /** What is to be stored; labels that no chart shows any more keep their colours. */
  get stored(): StoredColors {
    // Charts of tabs that were not opened have not shown theirs.
    const shared = [...this.#shown].flatMap(([label, charts]) => (charts.size > 1 ? [label] : []));
    return {
      map_label_colors: Object.fromEntries(this.#given),
      shared_label_colors: [...new Set([...this.#shared, ...shared])],
      color_scheme_domain: this.#scheme === undefined ? [] : this.#domain(),
    };
  }

  /** The labels that are shown, or were. */
  get labels(): string[] {
    return [...new Set([...this.#given.keys(), ...Object.keys(this.#chosen)])];
  }

  /** Whether a label keeps its colour: one that a chart alone shows does not when the chart has another scheme by now. */
  #keeps(label: string, chart: number, scheme: string | undefined): boolean {
    const isAlone = [...(this.#shown.get(label) ?? [])].every((other) => other === chart);
    if (this.#scheme !== undefined || this.#shared.includes(label) || !isAlone) return true;
    return categoricalScheme(scheme).colors.includes(this.#given.get(label) ?? '');
  }

  #domain(): string[] {
    return [...categoricalScheme(this.#scheme).colors];
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((color, at) => color === others[at]);
}
