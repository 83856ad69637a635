import type { Act } from '../http/act.ts';
import type { Ground } from '../records/ground.ts';
import type { KeptLists } from './kept-lists.ts';

/** What lists are made of, kept while it is right. */
export interface WithLists {
  lists: KeptLists;
}

/** A request for rows of a list. */
export type ListAct = Act<Ground & WithLists>;
