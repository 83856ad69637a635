import { type Loadable, loadable, whenSomebodyIsHere } from '@chartroom/ui';
import type { MenuProps } from 'antd';
import type { PagePlace } from './chart/chart-picture.tsx';

export interface MenuAtProps {
  items: NonNullable<MenuProps['items']>;
  at: PagePlace;
  onClose: () => void;
}

/** A menu at a place of the page. Whoever closes it is where they were. */
export const MenuAt: Loadable<MenuAtProps> = loadable(
  async () => (await import('./open-menu-at.tsx')).OpenMenuAt,
);
whenSomebodyIsHere(MenuAt.preload);
