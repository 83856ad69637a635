import type { LabDatabase } from '@chartroom/model';
import { createTab, type NewTab } from '../../../api/sql-lab.ts';
import { toast } from '../../../base/toasts.tsx';
import { firstDatabase, type LabTab } from '../lab-tabs.ts';

/** Where a tab is: on the server, and in which database. */
type OpenedPlace = Pick<LabTab, 'id' | 'databaseId' | 'catalog' | 'schema'>;

/** Opens a tab on the server. Where its database is gone it opens with another one, and that is said: a text is worth more than its place. */
export async function openTab(tab: NewTab, databases: Record<string, LabDatabase>): Promise<OpenedPlace> {
  const { dbId: databaseId, catalog, schema } = tab;
  try {
    return { id: await createTab(tab), databaseId, catalog, schema };
  } catch (error) {
    const other = firstDatabase(databases);
    if (other === null || String(databaseId) in databases) throw error;
    const id = await createTab({ ...tab, dbId: other, catalog: null, schema: null });
    tellOfOther(tab.name);
    return { id, databaseId: other, catalog: null, schema: null };
  }
}

/** Says that a tab stands in another database than the one that it was written for. */
export function tellOfOther(name: string): void {
  toast.warning(`The database of “${name}” is gone: choose the one to query.`);
}
