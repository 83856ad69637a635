/** What is said of a chart that somebody else has saved meanwhile. */
export const SAVED_BY_OTHERS =
  'Somebody else has saved this chart since you opened it. Save as a new chart, or overwrite theirs with yours.';

/** The address of a chart that was just saved. */
export function savedAddress(id: number, isOverwriting: boolean) {
  return {
    to: '/explore/',
    search: { slice_id: String(id), save_action: isOverwriting ? 'overwrite' : 'saveas' },
    replace: true,
  };
}
