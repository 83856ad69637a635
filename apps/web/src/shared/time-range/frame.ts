/** The ways a person may choose a time range (contract/ui.md D7). */
export type Frame = 'Last' | 'Previous' | 'Current' | 'Custom' | 'Advanced' | 'No filter';

export const FRAMES: { value: Frame; label: string }[] = [
  { value: 'Last', label: 'Last' },
  { value: 'Previous', label: 'Previous' },
  { value: 'Current', label: 'Current' },
  { value: 'Custom', label: 'Custom' },
  { value: 'Advanced', label: 'Advanced' },
  { value: 'No filter', label: 'No filter' },
];

/** Ranges of the frames that are a choice of one. Labels as shown, values as sent. */
export const CHOICES: Record<'Last' | 'Previous' | 'Current', { value: string; label: string }[]> = {
  Last: ['day', 'week', 'month', 'quarter', 'year'].map((unit) => ({
    value: `Last ${unit}`,
    label: `Last ${unit}`,
  })),
  Previous: ['week', 'month', 'quarter', 'year'].map((unit) => ({
    value: `previous calendar ${unit}`,
    label: `Previous calendar ${unit}`,
  })),
  Current: ['day', 'week', 'month', 'quarter', 'year'].map((unit) => ({
    value: `Current ${unit}`,
    label: `Current ${unit}`,
  })),
};

export const GRAINS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Grain = (typeof GRAINS)[number];

/** One end of a custom range. */
export interface Side {
  mode: 'specific' | 'relative' | 'now' | 'today';
  /** `YYYY-MM-DDTHH:mm:ss` when specific. */
  datetime: string;
  /** Signed when relative. */
  amount: number;
  grain: Grain;
}

export interface CustomRange {
  since: Side;
  until: Side;
  /** `now` or a moment that both ends hang on when both are relative. */
  anchor: string;
}

const MOMENT = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?`;
const FIXED = `${MOMENT}|now|today`;
const SHIFT = String.raw`DATEADD\(\s*DATETIME\(\s*["'](${FIXED})["']\s*\)\s*,\s*([+-]?\d+)\s*,\s*(${GRAINS.join('|')})\s*\)`;
const FIXED_SIDE = new RegExp(`^(${FIXED})$`, 'i');
const SHIFT_SIDE = new RegExp(`^${SHIFT}$`, 'i');

/** The frame that a range was chosen with: by exact match, then by the custom grammar, else Advanced. */
export function frameOf(range: string): Frame {
  if (!range || range === 'No filter') return 'No filter';
  for (const frame of ['Last', 'Previous', 'Current'] as const)
    if (CHOICES[frame].some((each) => each.value === range)) return frame;
  return parseCustom(range) ? 'Custom' : 'Advanced';
}

/** A custom range from `{since} : {until}`, or undefined when it is none. */
export function parseCustom(range: string): CustomRange | undefined {
  const parts = range.split(' : ');
  const [left, right] = parts;
  if (parts.length !== 2 || left === undefined || right === undefined) return undefined;
  const since = parseSide(left.trim());
  const until = parseSide(right.trim());
  if (!since || !until) return undefined;
  const anchor = since.anchor && until.anchor ? since.anchor : 'now';
  return { since: since.side, until: until.side, anchor };
}

/** The text of a custom range; one relative end hangs on the other, two hang on the anchor. */
export function printCustom(range: CustomRange): string {
  const { since, until, anchor } = range;
  const both = since.mode === 'relative' && until.mode === 'relative';
  return `${printSide(since, both ? anchor : fixedText(until))} : ${printSide(until, both ? anchor : fixedText(since))}`;
}

/** What opens when Custom is chosen: seven days until midnight (contract/ui.md D7). */
export function defaultCustom(now: Date): CustomRange {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const side = (mode: Side['mode'], amount: number): Side => ({
    mode,
    datetime: momentText(midnight),
    amount,
    grain: 'day',
  });
  return { since: side('relative', -7), until: side('specific', 7), anchor: 'now' };
}

/** Wall clock as `YYYY-MM-DDTHH:mm:ss`. */
export function momentText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

function parseSide(text: string): { side: Side; anchor?: string } | undefined {
  const fixed = FIXED_SIDE.exec(text);
  if (fixed?.[1]) {
    const word = fixed[1].toLowerCase();
    const mode = word === 'now' || word === 'today' ? word : 'specific';
    return {
      side: {
        mode,
        datetime: mode === 'specific' ? fixed[1] : momentText(new Date()),
        amount: -7,
        grain: 'day',
      },
    };
  }
  const shift = SHIFT_SIDE.exec(text);
  const grain = GRAINS.find((each) => each === shift?.[3]?.toLowerCase());
  if (!shift?.[1] || !grain) return undefined;
  return {
    side: { mode: 'relative', datetime: momentText(new Date()), amount: Number(shift[2]), grain },
    anchor: shift[1],
  };
}

function printSide(side: Side, anchor: string): string {
  if (side.mode !== 'relative') return fixedText(side);
  return `DATEADD(DATETIME("${anchor}"), ${side.amount}, ${side.grain})`;
}

function fixedText(side: Side): string {
  return side.mode === 'specific' ? side.datetime : side.mode;
}
