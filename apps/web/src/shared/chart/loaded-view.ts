import type { ChartType, ViewProps } from '@chartroom/charts';
import { type ComponentType, useEffect, useState } from 'react';

type View = ComponentType<ViewProps>;

/** Views that were fetched, by their types. */
const views = new WeakMap<ChartType, View>();

/**
 * The view of a chart type, fetched once; undefined until it is there. Throws what fetching threw. A boundary that waits would
 * show it 300 ms late, since React holds back what comes soon after a placeholder.
 */
export function useLoadedView(type: ChartType): View | undefined {
  const [problem, setProblem] = useState<unknown>();
  const [, setArrived] = useState<ChartType>();
  const view = views.get(type);
  useEffect(() => {
    if (view || !type.view) return;
    let wanted = true;
    type.view().then(
      (loaded) => {
        views.set(type, loaded.default);
        if (wanted) setArrived(type);
      },
      (error: unknown) => wanted && setProblem(error),
    );
    return () => {
      wanted = false;
    };
  }, [type, view]);
  if (problem !== undefined) throw problem;
  return view;
}
