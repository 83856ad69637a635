import type { LineOverTime } from '../../draw/lines-over-time.ts';

/** From next to nought to the furthest from it. */
const BELOW = ['#abd9e9', '#74add1', '#4575b4', '#313695'] as const;
const ABOVE = ['#fee090', '#fdae61', '#f46d43', '#d73027'] as const;
const BANDS = ABOVE.length;

/** One value between two moments, folded into bands. */
export interface Fold {
  /** Where it begins and ends along time. */
  from: number;
  to: number;
  value: number;
  /** What is drawn: the change since the first moment, or the value. */
  amount: number;
  /** The band that it fills, where it fills one, and the one that it reaches into, with how far. */
  full: string | undefined;
  reached: string;
  share: number;
  /** Values below nought hang from above. */
  hangs: boolean;
}

/** A series as its folded values. */
export interface FoldedLine {
  name: string;
  folds: readonly Fold[];
}

/** Folds series; what the furthest band reaches to is that of each, or of all (`horizon_color_scale`). */
export function foldedLines(lines: readonly LineOverTime[], scale: unknown): FoldedLine[] {
  const changes = lines.map(({ points }) => {
    const first = scale === 'change' ? (points.find(({ y }) => y !== null)?.y ?? 0) : 0;
    return points.map(({ x, y }) => ({ x, value: y, amount: y === null ? null : y - first }));
  });
  const reaches = changes.map((points) =>
    points.reduce((most, { amount }) => Math.max(most, Math.abs(amount ?? 0)), 0),
  );
  const overall = reaches.reduce((most, reach) => Math.max(most, reach), 0);
  return lines.map(({ name }, index) => {
    const points = changes[index] ?? [];
    const reach = scale === 'overall' ? overall : (reaches[index] ?? 0);
    const last = points.length - 1;
    const usual = last > 0 ? ((points[last]?.x ?? 0) - (points[0]?.x ?? 0)) / last : 1;
    const folds = points.flatMap(({ x, value, amount }, at): Fold[] =>
      value === null || amount === null
        ? []
        : [{ from: x, to: points[at + 1]?.x ?? x + usual, value, amount, ...folded(amount, reach) }],
    );
    return { name, folds };
  });
}

function folded(amount: number, reach: number): Pick<Fold, 'full' | 'reached' | 'share' | 'hangs'> {
  const hangs = amount < 0;
  const colors = hangs ? BELOW : ABOVE;
  const level = reach === 0 ? 0 : (Math.abs(amount) / reach) * BANDS;
  const band = Math.min(BANDS - 1, Math.max(0, Math.ceil(level) - 1));
  return { hangs, full: colors[band - 1], reached: colors[band] ?? ABOVE[0], share: level - band };
}
