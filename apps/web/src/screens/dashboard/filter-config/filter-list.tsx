import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { NativeFilter } from '@chartroom/model';
import { Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './filter-config.module.css';

export interface FilterListProps {
  filters: readonly NativeFilter[];
  removed: readonly string[];
  /** Ids of those that cannot be saved. */
  wrong: readonly string[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** Puts one in the place of another. */
  onMove: (id: string, target: string) => void;
  onRemove: (id: string) => void;
  onRestore: (id: string) => void;
}

/** The filters in their order: dragged, or moved by the keyboard. */
export function FilterList({ filters, ...props }: FilterListProps) {
  return (
    <ul className={styles.list} aria-label="Filters">
      {filters.map((filter, at) => (
        <Row
          key={filter.id}
          {...props}
          filter={filter}
          before={filters[at - 1]?.id}
          after={filters[at + 1]?.id}
        />
      ))}
    </ul>
  );
}

interface RowProps extends Omit<FilterListProps, 'filters'> {
  filter: NativeFilter;
  /** Those beside it. */
  before: string | undefined;
  after: string | undefined;
}

function Row({ filter, before, after, removed, wrong, selected, onSelect, onMove, ...acts }: RowProps) {
  const { id } = filter;
  const name = nameOf(filter);
  const isRemoved = removed.includes(id);
  const { place, isOver } = useOrdering(id, onMove);
  const press = (event: KeyboardEvent) => {
    if (!event.altKey && !event.ctrlKey) return;
    const target = { ArrowUp: before, ArrowDown: after }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onMove(id, target);
  };
  return (
    <li
      ref={place}
      data-selected={id === selected}
      data-wrong={wrong.includes(id)}
      data-over={isOver}
      data-removed={isRemoved}
    >
      <HolderOutlined aria-hidden className={styles.grip} />
      <button
        type="button"
        className={styles.name}
        title="Drag it, or press Ctrl with an arrow key, to move it"
        onClick={() => onSelect(id)}
        onKeyDown={press}
      >
        {isRemoved ? <s>{name}</s> : name}
        {isRemoved && ' (Removed)'}
      </button>
      {id === selected && !isRemoved && (
        <>
          <Button
            size="small"
            type="text"
            icon={<ArrowUpOutlined aria-hidden />}
            aria-label={`Move ${name} up`}
            disabled={before === undefined}
            onClick={() => before !== undefined && onMove(id, before)}
          />
          <Button
            size="small"
            type="text"
            icon={<ArrowDownOutlined aria-hidden />}
            aria-label={`Move ${name} down`}
            disabled={after === undefined}
            onClick={() => after !== undefined && onMove(id, after)}
          />
        </>
      )}
      {isRemoved ? (
        <Button size="small" type="text" onClick={() => acts.onRestore(id)}>
          Undo?
        </Button>
      ) : (
        <Button
          size="small"
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`Remove ${name}`}
          onClick={() => acts.onRemove(id)}
        />
      )}
    </li>
  );
}

/** Lets a row be dragged onto another one, whose place it takes. */
function useOrdering(id: string, onMove: (id: string, target: string) => void) {
  const place = useRef<HTMLLIElement>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const stopDrag = draggable({ element, getInitialData: () => ({ [MOVED]: id }) });
    const stopDrop = dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data[MOVED] === 'string' && source.data[MOVED] !== id,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        const moved = source.data[MOVED];
        if (typeof moved === 'string') latest.current(moved, id);
      },
    });
    return () => {
      stopDrag();
      stopDrop();
    };
  }, [id]);
  return { place, isOver };
}

const MOVED = 'configuredFilter';

/** What a filter is called in lists. */
export function nameOf({ type, name, title }: NativeFilter): string {
  return (type === 'DIVIDER' ? title : name)?.trim() || '[untitled]';
}
