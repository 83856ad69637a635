import type { Generated } from 'kysely';

/** 0 or 1: both record stores hold truth values as numbers. */
export type Flag = 0 | 1;

export interface Dated {
  id: Generated<number>;
  created_on: string;
  changed_on: string;
}
export interface Audited extends Dated {
  created_by_id: number | null;
  changed_by_id: number | null;
}
export interface External {
  is_managed_externally: Flag;
  external_url: string | null;
}
