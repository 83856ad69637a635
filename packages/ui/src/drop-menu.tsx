import type { DropdownProps } from 'antd';
import {
  cloneElement,
  type FocusEvent,
  type ReactElement,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react';
import { Hint, type HintProps } from './hint.tsx';
import { loadable } from './loadable.tsx';
import { whenSomebodyIsHere } from './somebody.ts';

const View = loadable(async () => (await import('./drop-menu-view.tsx')).DropMenuView);
whenSomebodyIsHere(View.preload);

/** What of the button's events the menu hears. */
const HEARD = [
  'onPointerEnter',
  'onPointerLeave',
  'onMouseEnter',
  'onMouseLeave',
  'onTouchStart',
  'onClick',
  'onContextMenu',
] as const;
type HeardName = (typeof HEARD)[number];
export type Heard = { [Name in HeardName]?: ((event: SyntheticEvent) => void) | undefined };

interface ButtonProps extends Heard {
  onFocus?: (event: FocusEvent) => void;
  className?: string;
  disabled?: boolean;
}

export interface DropMenuProps extends Omit<DropdownProps, 'children'> {
  /** The hint of the button. */
  hint?: HintProps['title'];
  children: ReactElement<ButtonProps>;
}

/**
 * A button with a menu. A page has dozens of them and a person opens one: the menu itself, and its code, comes when somebody
 * comes near the button, and what they do until it is there is not lost.
 */
export function DropMenu({ children, hint, ...menu }: DropMenuProps) {
  const [target, setTarget] = useState<Element>();
  const view = useRef<Heard>(undefined);
  const missed = useRef<(() => void)[]>([]);
  const own = children.props;
  const hears = (name: HeardName) => (event: SyntheticEvent) => {
    setTarget(event.currentTarget);
    own[name]?.(event);
    if (view.current) return view.current[name]?.(event);
    // Whoever has gone on wants no menu.
    if (name === 'onPointerLeave') missed.current = [];
    else missed.current.push(() => view.current?.[name]?.(event));
    if (name === 'onContextMenu' && menu.trigger?.includes('contextMenu')) event.preventDefault();
  };
  const listen = (heard: Heard | undefined) => {
    view.current = heard;
    if (heard) for (const tell of missed.current.splice(0)) tell();
  };
  const disabled = own.disabled ?? menu.disabled;
  const button = cloneElement(children, {
    ...Object.fromEntries(HEARD.map((name) => [name, hears(name)])),
    onFocus: (event) => {
      setTarget(event.currentTarget);
      own.onFocus?.(event);
    },
    className: ['ant-dropdown-trigger', own.className].filter(Boolean).join(' '),
    ...(disabled !== undefined && { disabled }),
  });
  return (
    <>
      {hint === undefined ? button : <Hint title={hint}>{button}</Hint>}
      {target && <View target={target} listen={listen} menu={menu} />}
    </>
  );
}
