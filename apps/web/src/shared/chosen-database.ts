import { browserStorage } from '../base/browser-storage.ts';

/** Under which a screen leaves the database with which the next one begins (contract/ui.md E1, F1). */
const KEY = 'db';

/** A database as the next screen needs to know it. */
export interface ChosenDatabase {
  id: number;
  database_name: string;
  allow_multi_catalog: boolean;
}

/** Leaves a database for the next screen; where the browser has no room, people choose it themselves. */
export function leaveChosen(database: ChosenDatabase): void {
  try {
    browserStorage()?.setItem(KEY, JSON.stringify(database));
  } catch {
    browserStorage()?.removeItem(KEY);
  }
}

/** The database that was chosen before in this browser, once. */
export function takeChosen(): ChosenDatabase | undefined {
  const storage = browserStorage();
  const text = storage?.getItem(KEY) ?? null;
  storage?.removeItem(KEY);
  try {
    return chosenIn(JSON.parse(text ?? 'null'));
  } catch {
    // Not written by such a screen.
    return undefined;
  }
}

function chosenIn(value: unknown): ChosenDatabase | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  const id = Number(value.id);
  if (!Number.isSafeInteger(id)) return undefined;
  return {
    id,
    database_name: 'database_name' in value ? String(value.database_name) : String(id),
    allow_multi_catalog: 'allow_multi_catalog' in value && value.allow_multi_catalog === true,
  };
}
