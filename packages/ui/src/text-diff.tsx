import { lazy, Suspense } from 'react';
import type { TextDiffProps } from './text-diff-view.tsx';

const View = lazy(() => import('./text-diff-view.tsx').then((module) => ({ default: module.TextDiffView })));

/** Two texts side by side with what differs marked; fetched when first needed. */
export function TextDiff(props: TextDiffProps) {
  return (
    <Suspense fallback={null}>
      <View {...props} />
    </Suspense>
  );
}
