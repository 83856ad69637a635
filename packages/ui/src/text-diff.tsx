import { loadable } from './loadable.tsx';
import type { TextDiffProps } from './text-diff-view.tsx';

const View = loadable(async () => (await import('./text-diff-view.tsx')).TextDiffView);

/** Two texts side by side with what differs marked; fetched when first needed. */
export function TextDiff(props: TextDiffProps) {
  return <View {...props} />;
}
