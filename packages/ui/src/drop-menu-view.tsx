import { Dropdown, type DropdownProps } from 'antd';
import { type Ref, useImperativeHandle, useLayoutEffect } from 'react';
import type { Heard } from './drop-menu.tsx';

interface DropMenuViewProps {
  /** The button. */
  target: Element;
  /** Told what is to hear the button's events; undefined when nothing is any longer. */
  listen: (heard: Heard | undefined) => void;
  menu: DropdownProps;
}

/** The menu of a button that stands elsewhere in the page. */
export function DropMenuView({ target, listen, menu }: DropMenuViewProps) {
  return (
    <Dropdown {...menu}>
      <Stand target={target} listen={listen} />
    </Dropdown>
  );
}

interface StandProps extends Heard {
  target: Element;
  listen: (heard: Heard | undefined) => void;
  ref?: Ref<Element>;
}

/** Stands in for the button where the library takes it for a child of its own. */
function Stand({ target, listen, ref, ...heard }: StandProps) {
  useImperativeHandle(ref, () => target, [target]);
  useLayoutEffect(() => listen(heard));
  useLayoutEffect(() => () => listen(undefined), [listen]);
  return null;
}
