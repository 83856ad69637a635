import { type ReactNode, useEffect, useState } from 'react';

/** A component whose code is fetched apart from the page's. */
export interface Loadable<Props> {
  (props: Props): ReactNode;
  /** Fetches the code before it is wanted; ends also when it cannot be fetched: it is asked for again where it is shown, and told there. */
  preload(): Promise<void>;
}

/**
 * A component that is fetched when it is wanted: a dialog, or another part of a page. Once it is there it is shown at once.
 * React's `lazy` within `Suspense` would show what stands in for it first, and leave that there for 300 ms. What cannot be
 * fetched is thrown to the error boundary around it.
 *
 * @param standIn - what stands there until then
 */
export function loadable<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  standIn: (props: Props) => ReactNode = () => null,
): Loadable<Props> {
  const code = new Code(load);
  return Object.assign((props: Props) => <Part code={code} props={props} standIn={standIn} />, {
    preload: () => code.fetch().catch(() => undefined),
  });
}

/** A component that is there, or comes. */
class Code<Props> {
  /** The component, once it is there. */
  View: ((props: Props) => ReactNode) | undefined;
  readonly #load: () => Promise<(props: Props) => ReactNode>;
  #coming: Promise<void> | undefined;

  constructor(load: () => Promise<(props: Props) => ReactNode>) {
    this.#load = load;
  }

  /** Rejects when it cannot be fetched; whoever asks again has another go. */
  fetch(): Promise<void> {
    this.#coming ??= this.#load().then(
      (View) => {
        this.View = View;
      },
      (error: unknown) => {
        this.#coming = undefined;
        throw error;
      },
    );
    return this.#coming;
  }
}

interface PartProps<Props> {
  code: Code<Props>;
  props: Props;
  standIn: (props: Props) => ReactNode;
}

function Part<Props extends object>({ code, props, standIn }: PartProps<Props>) {
  const [isAwaited, setAwaited] = useState(() => code.View === undefined);
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => {
    if (!isAwaited) return;
    let isGone = false;
    code.fetch().then(
      () => isGone || setAwaited(false),
      (error: unknown) => isGone || setFailure({ error }),
    );
    return () => {
      isGone = true;
    };
  }, [code, isAwaited]);
  if (failure) throw failure.error;
  const { View } = code;
  return View ? <View {...props} /> : standIn(props);
}
