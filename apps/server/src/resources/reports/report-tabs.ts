import { isJsonObject, type JsonObject } from '@chartroom/model';

/** Tabs of a dashboard that a report opens, by the `extra` document that names them (contract/api.md §2.9). */
export function tabsIn(extra: JsonObject): string[] {
  const asked = isJsonObject(extra.dashboard) ? extra.dashboard : {};
  return [...textsIn(asked.activeTabs), ...anchorsIn(asked.anchor)];
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** An anchor is the id of a tab, or a JSON list of such. */
function anchorsIn(anchor: unknown): string[] {
  if (typeof anchor !== 'string' || anchor === '') return [];
  if (!anchor.startsWith('[')) return [anchor];
  try {
    return textsIn(JSON.parse(anchor));
  } catch {
    // No list after all: then it names a tab, which the check above will not find.
    return [anchor];
  }
}
