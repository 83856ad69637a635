import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { toast } from '../../../base/toasts.tsx';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { type Carried, drop } from './board-drop.ts';
import { bringCarried } from './bring-chart.ts';
import styles from './edit.module.css';
import { endOfBoard } from './end-of-board.ts';
import { useCarry } from './use-carry.ts';

export interface PaletteItemProps {
  name: string;
  carried: Carried;
  /** What is said of it, e.g. that it stands on the board already. */
  mark?: string | undefined;
  children: ReactNode;
}

/** Something of the pane that is dragged onto the board, or added at its end with a press. */
export function PaletteItem({ name, carried, mark, children }: PaletteItemProps) {
  const store = useDashboardStore();
  const element = useRef<HTMLDivElement>(null);
  useCarry(element, { carried, name });
  const add = () => {
    const place = endOfBoard(store.getState(), carried.component.type);
    if (!place) {
      toast.warning(`${name} cannot stand there.`);
      return;
    }
    drop(store, carried, place, {
      refuse: toast.warning,
      added: (each) => void bringCarried(store, each),
    });
  };
  return (
    <div ref={element} className={styles.item}>
      <div className={styles.itemBody}>{children}</div>
      {mark !== undefined && <span className={styles.mark}>{mark}</span>}
      <Button
        size="small"
        type="text"
        icon={<PlusOutlined aria-hidden />}
        aria-label={mark === undefined ? `Add ${name} at the end` : `Add ${name} once more at the end`}
        onClick={add}
      />
    </div>
  );
}
