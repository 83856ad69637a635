import type { TagRef } from '@chartroom/model';

/** Rows of the list calls, as far as screens read them (contract/api.md §2). */
export interface Person {
  id: number;
  first_name: string;
  last_name: string;
}

export interface DashboardRow {
  id: number;
  dashboard_title: string;
  url: string;
  slug: string | null;
  published: boolean;
  certified_by: string | null;
  certification_details: string | null;
  /** Where its small picture is. */
  thumbnail_url: string;
  owners: Person[];
  tags: TagRef[];
  changed_on_delta_humanized: string;
}

/** First and last name in one line. */
export function personName(person: Pick<Person, 'first_name' | 'last_name'>): string {
  return `${person.first_name} ${person.last_name}`.trim();
}
