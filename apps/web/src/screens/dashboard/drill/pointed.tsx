import type { ReactNode } from 'react';
import { useDashboard } from '../store/dashboard-context.ts';
import { usePointing } from './use-pointing.ts';

export interface PointedProps {
  /** What a screen reader calls it. */
  name: string;
  className: string | undefined;
  /** Something in it takes the focus: a grid. */
  hasFocus: boolean;
  children: ReactNode;
}

/** The place of a chart's picture, where its menu is asked for: by pointer, finger and key. A board that is built has none. */
export function Pointed({ name, className, hasFocus, children }: PointedProps) {
  const isEdited = useDashboard((state) => state.editing !== undefined);
  const pointing = usePointing();
  if (isEdited) return <div className={className}>{children}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div
      role="group"
      className={className}
      aria-label={`Data of ${name}`}
      aria-keyshortcuts="Shift+F10"
      tabIndex={hasFocus ? undefined : 0}
      {...pointing}
    >
      {children}
    </div>
  );
}
