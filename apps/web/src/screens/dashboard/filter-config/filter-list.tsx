import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, UndoOutlined } from '@ant-design/icons';
import type { NativeFilter } from '@chartroom/model';
import { Button } from 'antd';
import styles from './filter-config.module.css';

export interface FilterListProps {
  filters: NativeFilter[];
  removed: readonly string[];
  /** Ids of those that cannot be saved. */
  wrong: readonly string[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  onOrder: (filters: NativeFilter[]) => void;
  onRemove: (id: string) => void;
  onRestore: (id: string) => void;
}

/** The filters in their order. */
export function FilterList(props: FilterListProps) {
  const { filters, removed, wrong, selected, onSelect, onOrder, onRemove, onRestore } = props;
  const move = (from: number, to: number) => {
    const [moved] = filters.slice(from, from + 1);
    if (moved) onOrder(filters.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <ul className={styles.list} aria-label="Filters">
      {filters.map((filter, at) => {
        const name = nameOf(filter);
        const isRemoved = removed.includes(filter.id);
        return (
          <li key={filter.id} data-selected={filter.id === selected} data-wrong={wrong.includes(filter.id)}>
            <button type="button" className={styles.name} onClick={() => onSelect(filter.id)}>
              {isRemoved ? <s>{name}</s> : name}
              {isRemoved && ' (Removed)'}
            </button>
            {filter.id === selected && !isRemoved && (
              <>
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowUpOutlined aria-hidden />}
                  aria-label={`Move ${name} up`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowDownOutlined aria-hidden />}
                  aria-label={`Move ${name} down`}
                  disabled={at === filters.length - 1}
                  onClick={() => move(at, at + 1)}
                />
              </>
            )}
            <Button
              size="small"
              type="text"
              icon={isRemoved ? <UndoOutlined aria-hidden /> : <DeleteOutlined aria-hidden />}
              aria-label={isRemoved ? `Undo? ${name} stays` : `Remove ${name}`}
              onClick={() => (isRemoved ? onRestore(filter.id) : onRemove(filter.id))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** What a filter is called in lists. */
export function nameOf({ type, name, title }: NativeFilter): string {
  return (type === 'DIVIDER' ? title : name)?.trim() || '[untitled]';
}
