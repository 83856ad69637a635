import { lazy, Suspense } from 'react';

const View = lazy(() => import('./sql-text-view.tsx').then((module) => ({ default: module.SqlTextView })));

/** SQL that only stands there, in the editor's colours as soon as those are fetched. */
export function SqlText({ text }: { text: string }) {
  return (
    <Suspense fallback={text}>
      <View text={text} />
    </Suspense>
  );
}
