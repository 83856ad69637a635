import { logApi } from '@chartroom/model';
import { send } from './client.ts';

/** Tells the server what was opened, for 'Recents' on the home page. */
export function logVisit(
  event:
    | { event_name: 'mount_explorer'; slice_id: number }
    | { event_name: 'mount_dashboard'; dashboard_id: number },
): void {
  const body = new URLSearchParams({ events: JSON.stringify([event]) });
  // Nobody waits for it, and nobody is told when it is lost: the page itself says when the server is gone.
  send('POST', logApi.report.path, { query: { explode: 'events' }, body }).catch(() => undefined);
}
