import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { cardMenu } from '../cards/card-menu.tsx';
import { type CardFacts, CardGrid, ThingCard } from '../cards/thing-card.tsx';
import { Star } from '../star.tsx';
import type { RowAbilities } from './list-columns.tsx';
import styles from './list-view.module.css';

export interface ListCardsProps<Row> extends RowAbilities<Row> {
  card: (row: Row) => CardFacts;
  /** Absent: nothing is being chosen. */
  chosen: ReadonlyMap<number | string, Row> | undefined;
  onChoose: (rows: ReadonlyMap<number | string, Row>) => void;
  isLoading: boolean;
  empty: ReactNode;
}

/** Cards that are on their way. */
const GHOSTS = Array.from({ length: 25 }, (_none, index) => `ghost ${index}`);

/** The rows of a list as cards. */
export function ListCards<Row extends { id: number }>(props: ListCardsProps<Row>) {
  const { rows, card, chosen, onChoose, star, favorites } = props;
  if (props.isLoading)
    return (
      <CardGrid>
        {GHOSTS.map((ghost) => (
          <div key={ghost} className={styles.ghost}>
            <Skeleton active title={false} paragraph={{ rows: 3 }} />
          </div>
        ))}
      </CardGrid>
    );
  if (rows.length === 0) return <div className={styles.noCards}>{props.empty}</div>;
  const toggle = (row: Row) => {
    const next = new Map(chosen);
    if (!next.delete(row.id)) next.set(row.id, row);
    onChoose(next);
  };
  return (
    <CardGrid>
      {rows.map((row) => (
        <ThingCard
          key={row.id}
          facts={card(row)}
          star={star && <Star kind={star} id={row.id} starred={favorites?.has(row.id) ?? false} />}
          menu={cardMenu(row, props)}
          choice={chosen && { chosen: chosen.has(row.id), toggle: () => toggle(row) }}
        />
      ))}
    </CardGrid>
  );
}
