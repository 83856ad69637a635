import type { DrawInput } from '../chart-type.ts';

/** How a picture may be moved and zoomed: as its form says; a wheel over a board turns the board. */
export function roamOf({
  form,
  onDashboard,
}: Pick<DrawInput, 'form' | 'onDashboard'>): boolean | 'scale' | 'move' {
  const moves = form.roam === true || form.roam === 'move';
  const scales = (form.roam === true || form.roam === 'scale') && !onDashboard && !form.dashboardId;
  if (moves && scales) return true;
  if (moves) return 'move';
  return scales ? 'scale' : false;
}
