import { loadable } from './loadable.tsx';

/** SQL that only stands there, in the editor's colours as soon as those are fetched. */
export const SqlText = loadable(
  async () => (await import('./sql-text-view.tsx')).SqlTextView,
  ({ text }: { text: string }) => text,
);
