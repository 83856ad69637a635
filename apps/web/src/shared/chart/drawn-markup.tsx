import { type HTMLAttributes, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';

interface DrawnMarkupProps extends HTMLAttributes<HTMLDivElement> {
  /** Markup that a drawing wrote, in which all texts are escaped. */
  markup: string;
  ref?: Ref<HTMLDivElement>;
}

/** Markup of a drawing as a part of the page. It is read in a document of its own, where nothing runs. */
export function DrawnMarkup({ markup, ref, ...rest }: DrawnMarkupProps) {
  const host = useRef<HTMLDivElement>(null);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => host.current);
  useLayoutEffect(() => {
    const parsed = new DOMParser().parseFromString(markup, 'text/html');
    host.current?.replaceChildren(...parsed.body.childNodes);
  }, [markup]);
  return <div ref={host} {...rest} />;
}
