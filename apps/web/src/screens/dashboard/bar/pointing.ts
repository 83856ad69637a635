import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';

/** Milliseconds until what is pointed at takes effect: whoever passes over filters changes nothing. */
const PAUSE = 250;

/** Lets the charts of a filter stand out while it is pointed at or has the focus (contract/ui.md C7). */
export function usePointing(id: string) {
  const store = useDashboardStore();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, PAUSE);
  };
  const frame = useRef<HTMLElement>(undefined);
  const point = () => later(() => isAt(frame.current) && store.setState({ focusedFilter: id }));
  const leave = () => later(() => letGo(store, id));
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      letGo(store, id);
    },
    [store, id],
  );
  const isPointed = useDashboard(({ focusedFilter }) => focusedFilter === id);
  // A card that goes from under the pointer does not tell that it was left.
  useEffect(() => {
    if (!isPointed) return;
    const onOver = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Element && (frame.current?.contains(target) || target.closest('.ant-popover'));
      if (!isInside && !frame.current?.contains(document.activeElement)) letGo(store, id);
    };
    document.addEventListener('pointerover', onOver);
    return () => document.removeEventListener('pointerover', onOver);
  }, [store, id, isPointed]);
  // What lies over the page, a dialog of this filter for one, is no part of it.
  const within = (act: () => void) => (event: FocusEvent<HTMLElement>) => {
    frame.current = event.currentTarget;
    if (event.currentTarget.contains(event.target)) act();
  };
  const pointFrom = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    frame.current = currentTarget;
    point();
  };
  return {
    onMouseEnter: pointFrom,
    onMouseLeave: leave,
    onFocus: within(point),
    onBlur: within(leave),
  };
}

/** Whether the pointer is over a filter or its card, or the focus in it. */
function isAt(frame: HTMLElement | undefined): boolean {
  if (!frame) return false;
  const isOver = frame.matches(':hover') || document.querySelector('.ant-popover:hover') !== null;
  return isOver || frame.contains(document.activeElement);
}

function letGo(store: ReturnType<typeof useDashboardStore>, id: string): void {
  if (store.getState().focusedFilter === id) store.setState({ focusedFilter: undefined });
}

/** Whether a chart stays in the background, because a filter is pointed at that does not reach it. */
export function useDimmed(chart: number): boolean {
  return useDashboard(
    ({ focusedFilter, scopes }) =>
      focusedFilter !== undefined && scopes.has(focusedFilter) && !scopes.get(focusedFilter)?.includes(chart),
  );
}

/** Brings a filter that somebody has asked for into view, and the focus to where its value is chosen. */
export function useAsked(id: string, frame: RefObject<HTMLElement | null>): boolean {
  const store = useDashboardStore();
  const isAsked = useDashboard(({ askedFilter }) => askedFilter === id);
  useEffect(() => {
    if (!isAsked) return;
    // Fields that were far away are drawn first.
    const timer = setTimeout(() => {
      frame.current?.scrollIntoView({ block: 'nearest' });
      frame.current?.querySelector<HTMLElement>('[data-value] :is(input, button)')?.focus();
      store.setState({ askedFilter: undefined });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [isAsked, frame, store]);
  return isAsked;
}
