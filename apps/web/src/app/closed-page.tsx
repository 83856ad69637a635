import type { Page } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { errorsIn } from '../api/client.ts';

/** Stands in for a page that the person looking may not open, and says what they lack. */
export function ClosedPage({ page }: { page: Page }) {
  const [permission, view] = typeof page.opens === 'string' ? [] : page.opens[0];
  return (
    <div style={{ padding: 24 }}>
      <ErrorAlert errors={errorsIn({ message: 'Forbidden', extra: { permission, view } }, 403)} />
    </div>
  );
}
