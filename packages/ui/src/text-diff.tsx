import { loadable } from './loadable.tsx';

/** Two texts side by side with what differs marked; fetched when first needed. */
export const TextDiff = loadable(async () => (await import('./text-diff-view.tsx')).TextDiffView);
