import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Popover } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { focusAgain, focusWithin, keepTabWithin } from '../../../shared/focus.ts';
import { useNarrow } from '../../../shared/use-narrow.ts';
import { useExplore } from '../explore-store.ts';
import styles from './controls.module.css';

/** What is dragged from the dataset pane. */
export interface DraggedItem {
  [key: string]: unknown;
  kind: 'column' | 'metric';
  name: string;
}

/** Reads a dragged item from what the drag library hands over. */
export function draggedItem(data: Record<string | symbol, unknown>): DraggedItem | undefined {
  const { kind, name } = data;
  return (kind === 'column' || kind === 'metric') && typeof name === 'string' ? { kind, name } : undefined;
}

/** What an editor of one value can do with it. */
export interface EditActions<T> {
  /** Takes the value over and closes the editor. */
  save: (value: T) => void;
  /** Takes it over, and the editor stays. */
  apply: (value: T) => void;
  remove: () => void;
  close: () => void;
}

export interface ListFieldProps<T> {
  id: string;
  label: string;
  values: readonly T[];
  textOf: (value: T) => string;
  multi: boolean;
  addText: string;
  /** Editor of one value, or of a new one. */
  editor: (value: T | undefined, actions: EditActions<T>) => ReactNode;
  /** Value for an item dropped from the dataset pane; undefined refuses it. */
  fromDrop: (item: DraggedItem) => T | undefined;
  /** What was dropped is a beginning, which the editor completes. */
  asksOnDrop?: boolean;
  onChange: (values: T[]) => void;
}

/** A field that holds columns, metrics or filters as pills: click or drop to add, click to edit, drag to reorder. */
export function ListField<T>(props: ListFieldProps<T>) {
  const { values, multi, onChange } = props;
  const [editing, setEditing] = useState<number>();
  const [dropped, setDropped] = useState<T>();
  const { zone, over } = useDropZone({
    ...props,
    ...(props.asksOnDrop && {
      onDrop: (value: T) => {
        setDropped(value);
        setEditing(multi ? values.length : 0);
      },
    }),
  });
  const edit = (index: number | undefined) => {
    setDropped(undefined);
    setEditing(index);
  };
  const content = useRef<HTMLDivElement>(null);
  useFocusOnOpener(zone, editing);
  const isEditing = editing !== undefined;
  const begin = useExplore((state) => state.editing);
  useEffect(() => (isEditing ? begin() : undefined), [isEditing, begin]);
  const isNarrow = useNarrow();
  const put = (index: number, value: T) => {
    if (!multi) onChange([value]);
    else if (index >= values.length) onChange([...values, value]);
    else onChange(values.map((each, at) => (at === index ? value : each)));
  };
  const remove = (index: number) => onChange(values.filter((_each, at) => at !== index));
  const [followed, setFollowed] = useState<number>();
  const move = (from: number, to: number) => {
    const next = [...values];
    const [moved] = next.splice(from, 1);
    if (moved === undefined) return;
    next.splice(to, 0, moved);
    onChange(next);
    setFollowed(Math.min(to, values.length - 1));
  };
  useEffect(() => {
    if (followed === undefined) return;
    zone.current?.querySelectorAll<HTMLElement>('[data-opens]')[followed]?.focus();
    setFollowed(undefined);
  }, [followed, zone]);
  const popover = (index: number, value: T | undefined, children: ReactNode) => (
    <Popover
      trigger="click"
      placement={isNarrow ? 'bottom' : 'rightTop'}
      open={editing === index}
      onOpenChange={(open) => edit(open ? index : undefined)}
      afterOpenChange={(open) => {
        if (open) focusWithin(content.current);
      }}
      destroyOnHidden
      content={
        // biome-ignore lint/a11y/noStaticElementInteractions: its fields have the focus, it only keeps Tab among them
        <div ref={editing === index ? content : undefined} onKeyDown={keepTabWithin}>
          {props.editor(value ?? dropped, {
            save: (next) => {
              edit(undefined);
              put(index, next);
            },
            apply: (next) => put(index, next),
            remove: () => {
              edit(undefined);
              remove(index);
            },
            close: () => edit(undefined),
          })}
        </div>
      }
    >
      {children}
    </Popover>
  );
  return (
    <div ref={zone} className={styles.list} data-over={over}>
      {values.map((value, index) => (
        <Pill
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal values may stand side by side, their place is what tells them apart
          key={`${index}:${props.textOf(value)}`}
          field={props.id}
          index={index}
          text={props.textOf(value)}
          onMove={move}
          onRemove={() => remove(index)}
          wrap={(button) => popover(index, value, button)}
        />
      ))}
      {(multi || values.length === 0) &&
        popover(
          values.length,
          undefined,
          <button
            type="button"
            id={props.id}
            data-opens
            className={styles.add}
            aria-label={`${props.label}: ${props.addText}`}
          >
            <PlusOutlined aria-hidden /> {props.addText}
          </button>,
        )}
    </div>
  );
}

/** The focus comes back to the pill that was edited, or to the button of a new one, when its editor closes. */
function useFocusOnOpener(zone: RefObject<HTMLDivElement | null>, editing: number | undefined): void {
  const left = useRef<{ at: number; isNew: boolean }>(undefined);
  useEffect(() => {
    const openers = zone.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [];
    if (editing !== undefined) left.current = { at: editing, isNew: editing >= openers.length - 1 };
    else if (left.current) {
      const { at, isNew } = left.current;
      left.current = undefined;
      focusAgain((isNew ? undefined : openers[at]) ?? [...openers].at(-1));
    }
  }, [editing, zone]);
}

interface DropZone<T> extends ListFieldProps<T> {
  /** What is done with what was dropped, rather than taking it over. */
  onDrop?: (value: T) => void;
}

function useDropZone<T>(props: DropZone<T>) {
  const zone = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!zone.current) return;
    const accepted = (data: Record<string | symbol, unknown>) => {
      const item = draggedItem(data);
      return item ? latest.current.fromDrop(item) : undefined;
    };
    return dropTargetForElements({
      element: zone.current,
      canDrop: ({ source }) => accepted(source.data) !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        const value = accepted(source.data);
        const { values, multi, onChange, onDrop } = latest.current;
        if (value === undefined) return;
        if (onDrop) onDrop(value);
        else onChange(multi ? [...values, value] : [value]);
      },
    });
  }, []);
  return { zone, over };
}

interface PillProps {
  field: string;
  index: number;
  text: string;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
  wrap: (button: ReactNode) => ReactNode;
}

function Pill({ field, index, text, onMove, onRemove, wrap }: PillProps) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef({ index, onMove });
  latest.current = { index, onMove };
  useEffect(() => {
    if (!element.current) return;
    const stopDrag = draggable({
      element: element.current,
      getInitialData: () => ({ pillOf: field, from: latest.current.index }),
    });
    const stopDrop = dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data.pillOf === field && source.data.from !== latest.current.index,
      onDrop: ({ source }) => {
        if (typeof source.data.from === 'number')
          latest.current.onMove(source.data.from, latest.current.index);
      },
    });
    return () => {
      stopDrag();
      stopDrop();
    };
  }, [field]);
  return (
    <div ref={element} className={styles.pill}>
      {wrap(
        <button
          type="button"
          data-opens
          className={styles.pillText}
          title={text}
          onKeyDown={(event) => {
            // Alt with an arrow reorders without a mouse.
            if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
            event.preventDefault();
            onMove(index, event.key === 'ArrowUp' ? Math.max(0, index - 1) : index + 1);
          }}
        >
          {text}
        </button>,
      )}
      <button type="button" className={styles.pillRemove} aria-label={`Remove ${text}`} onClick={onRemove}>
        <CloseOutlined />
      </button>
    </div>
  );
}
