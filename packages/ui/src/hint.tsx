import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useSyncExternalStore,
} from 'react';
import { loadable } from './loadable.tsx';
import { whenSomebodyIsHere } from './somebody.ts';

const HintPopup = loadable(async () => (await import('./hint-popup.tsx')).HintPopup);
whenSomebodyIsHere(HintPopup.preload);

/** What an element must be able to hear to have a hint. */
interface Target {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
  'aria-describedby'?: string;
}

export interface HintProps {
  /** What is shown when the element is pointed at or reached by keys; nothing where it is empty. */
  title: ReactNode | (() => ReactNode);
  placement?: Placement;
  /** How long the pointer rests on the element before, in milliseconds. */
  delay?: number;
  children: ReactElement<Target>;
}

export type Placement = 'top' | 'right' | 'bottom' | 'left';

interface Shown {
  owner: string;
  title: ReactNode;
  placement: Placement;
  /** Where the element stood when the hint came up, in pixels of the window. */
  place: { left: number; top: number; width: number; height: number };
}

/** Long enough not to flash when the pointer passes by, and to get from the element to its hint. */
const DELAY_MS = 100;

const POPUP = 'chartroom-hint';

let shown: Shown | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(next: Shown | undefined): void {
  clearTimeout(waiting);
  shown = next;
  for (const listener of listeners) listener();
}

function later(act: () => void, delay = DELAY_MS): void {
  clearTimeout(waiting);
  waiting = setTimeout(act, delay);
}

function hide(): void {
  show(undefined);
}

/**
 * A text that comes up beside an element. All hints of a page share the one popup of `HintLayer`: a page has hundreds of elements with
 * hints, and a popup of its own for each takes longer to make than the element.
 */
export function Hint({ title, placement = 'top', delay = DELAY_MS, children }: HintProps) {
  const owner = useId();
  const isShown = useSyncExternalStore(subscribe, () => shown?.owner === owner);
  const own = children.props;
  const bring = (element: HTMLElement) => {
    const text = typeof title === 'function' ? title() : title;
    if (isEmpty(text) || !element.isConnected) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    show({ owner, title: text, placement, place: { left, top, width, height } });
  };
  useEffect(() => {
    // The text may change while it is looked at.
    if (shown?.owner !== owner || typeof title === 'function') return;
    show(isEmpty(title) ? undefined : { ...shown, title });
  }, [owner, title]);
  useEffect(() => () => (shown?.owner === owner ? hide() : undefined), [owner]);
  return cloneElement(children, {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      // A finger means the element itself.
      const element = event.currentTarget;
      if (event.pointerType !== 'touch') later(() => bring(element), delay);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      later(hide);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.target.matches(':focus-visible')) bring(event.currentTarget);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      if (shown?.owner === owner) hide();
    },
    ...(isShown ? { 'aria-describedby': [own['aria-describedby'], POPUP].filter(Boolean).join(' ') } : {}),
  });
}

function isEmpty(title: ReactNode): boolean {
  return title === '' || title === null || title === undefined || title === false;
}

/** The popup of all hints: once on a page. */
export function HintLayer() {
  const now = useSyncExternalStore(subscribe, () => shown);
  useEffect(() => {
    if (!now) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    // What moves away below its hint has none.
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    window.addEventListener('resize', hide);
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('scroll', hide, { capture: true });
      window.removeEventListener('resize', hide);
      window.removeEventListener('keydown', onKey, true);
    };
  }, [now]);
  if (!now) return null;
  const { owner, title, placement, place } = now;
  return (
    <HintPopup
      key={`${owner} ${place.left} ${place.top}`}
      id={POPUP}
      title={title}
      placement={placement}
      place={place}
      onEnter={() => clearTimeout(waiting)}
      onLeave={() => later(hide)}
    />
  );
}
