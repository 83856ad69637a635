import { lazy, type ReactNode, Suspense } from 'react';

/** A dialog, or another part of a page, that is fetched when it is wanted. */
export function lazyDialog<Props extends object = { onClose: () => void }>(
  load: () => Promise<(props: Props) => ReactNode>,
): (props: Props) => ReactNode {
  const View = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={null}>
      <View {...props} />
    </Suspense>
  );
}
