import { NO_PAGE } from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <EmptyState
      size="large"
      title={NO_PAGE}
      description="There is nothing at this address. It may have been deleted, or the link is incomplete."
      action={<a href="/superset/welcome/">Back to home</a>}
    />
  );
}
