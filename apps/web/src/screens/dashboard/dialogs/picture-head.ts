import { dashboardTitle, filterLines } from '@chartroom/model';
import dayjs from 'dayjs';
import type { DashboardState } from '../store/dashboard-store.ts';

/** What stands above a picture of a dashboard: its title, the filters in force, and when it was taken. */
export function boardHead(state: DashboardState, board: HTMLElement): HTMLElement {
  const head = document.createElement('div');
  const { color, fontFamily } = getComputedStyle(board);
  Object.assign(head.style, { padding: '16px 16px 0', color, fontFamily, boxSizing: 'border-box' });
  const line = (text: string, size: number, weight = '400') => {
    const element = document.createElement('div');
    element.textContent = text;
    Object.assign(element.style, {
      fontSize: `${size}px`,
      fontWeight: weight,
      lineHeight: '1.5',
      overflowWrap: 'anywhere',
    });
    head.append(element);
  };
  const { info, metadata, charts } = state.dashboard;
  const filters = metadata.native_filter_configuration ?? [];
  line(dashboardTitle(info), 20, '600');
  for (const text of filterLines({ applied: state.applied, filters, charts })) line(text, 13);
  line(dayjs().format('YYYY-MM-DD HH:mm'), 12);
  return head;
}
