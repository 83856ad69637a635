import type { PageFacts } from '@chartroom/model';

/** The choice of an interval of one's own. */
export const CUSTOM = -1;

/** How often a dashboard may be asked to refresh itself, in seconds (contract/ui.md B8). */
export const INTERVALS: readonly { value: number; label: string }[] = [
  { value: 0, label: "Don't refresh" },
  { value: 10, label: '10 seconds' },
  { value: 30, label: '30 seconds' },
  { value: 60, label: '1 minute' },
  { value: 300, label: '5 minutes' },
  { value: 1_800, label: '30 minutes' },
  { value: 3_600, label: '1 hour' },
  { value: 21_600, label: '6 hours' },
  { value: 43_200, label: '12 hours' },
  { value: 86_400, label: '24 hours' },
  { value: CUSTOM, label: 'Custom interval' },
];

/** What is said of an interval that the installation finds too short. */
export function limitWarning(seconds: number, conf: PageFacts['conf']): string | undefined {
  const limit = Number(conf.SUPERSET_DASHBOARD_PERIODICAL_REFRESH_LIMIT ?? 0);
  if (seconds <= 0 || seconds >= limit) return undefined;
  const said = conf.SUPERSET_DASHBOARD_PERIODICAL_REFRESH_WARNING_MESSAGE;
  return typeof said === 'string'
    ? said
    : `Refreshing more often than every ${intervalWords(limit)} is a burden to the databases behind.`;
}

/** An interval in words. */
export function intervalWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3_600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const words = parts.flatMap(([count, unit]) =>
    count > 0 ? [`${count} ${unit}${count === 1 ? '' : 's'}`] : [],
  );
  return words.join(' ') || 'no time';
}
