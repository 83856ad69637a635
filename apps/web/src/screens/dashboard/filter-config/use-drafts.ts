import {
  type FilterWishes,
  filterChanges,
  filterProblems,
  movedFilter,
  type NativeFilter,
} from '@chartroom/model';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds that a removed filter stays in the list (contract/ui.md C2). */
const UNDO = 5_000;

/** The filters as they are being configured: what was written into removed ones stays until the dialog closes. */
export function useDrafts(stored: readonly NativeFilter[], first: string | undefined) {
  const [filters, setFilters] = useState([...stored]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  /** Removed ones that have left the list. */
  const [gone, setGone] = useState<readonly string[]>([]);
  const [wishes, setWishes] = useState<Readonly<Record<string, FilterWishes>>>({});
  const [selectedId, select] = useState(first ?? stored[0]?.id);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { current } = timers;
    return () => {
      for (const timer of current.values()) clearTimeout(timer);
    };
  }, []);
  const kept = filters.filter(({ id }) => !removed.includes(id));
  const problems = new Map(
    kept.map((filter) => [filter.id, filterProblems(filter, kept, wishes[filter.id])]),
  );
  const changes = filterChanges(stored, kept);
  const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id);
  return {
    kept,
    /** Those in the list, removed ones included as long as that can be undone there. */
    listed: filters.filter(({ id }) => !gone.includes(id)),
    removed,
    problems,
    changes,
    isChanged: changes.modified.length + changes.deleted.length + changes.reordered.length > 0,
    wrong: [...problems].flatMap(([id, each]) => (Object.keys(each).length > 0 ? [id] : [])),
    selected: filters.find(({ id }) => id === selectedId),
    wishesOf: (id: string) => wishes[id] ?? {},
    wish: (id: string, wish: FilterWishes) => setWishes({ ...wishes, [id]: wish }),
    select,
    add: (filter: NativeFilter) => {
      setFilters([...filters, filter]);
      select(filter.id);
    },
    change: (filter: NativeFilter) =>
      setFilters(filters.map((each) => (each.id === filter.id ? filter : each))),
    /** Puts one in the place of another. */
    move: (id: string, target: string) => {
      const at = (wanted: string) => filters.findIndex((each) => each.id === wanted);
      setFilters(movedFilter(filters, at(id), at(target)));
    },
    remove: (id: string) => {
      setRemoved([...removed, id]);
      timers.current.set(
        id,
        setTimeout(() => setGone((ids) => [...ids, id]), UNDO),
      );
    },
    restore: (id: string) => {
      clearTimeout(timers.current.get(id));
      setRemoved(without(removed, id));
      setGone(without(gone, id));
    },
  };
}
