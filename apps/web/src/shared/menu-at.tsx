import { whenSomebodyIsHere } from '@chartroom/ui';
import type { MenuProps } from 'antd';
import type { PagePlace } from './chart/chart-picture.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

export interface MenuAtProps {
  items: NonNullable<MenuProps['items']>;
  at: PagePlace;
  onClose: () => void;
}

const load = () => import('./open-menu-at.tsx');
whenSomebodyIsHere(load);

/** A menu at a place of the page. Whoever closes it is where they were. */
export const MenuAt = lazyDialog<MenuAtProps>(async () => (await load()).OpenMenuAt);
