import { type DataMasks, dataMasksSchema, isJsonObject, type JsonObject } from '@chartroom/model';

/** Tabs of a dashboard that a report opens, by the `extra` document that names them (contract/api.md §2.9). */
export function tabsIn(extra: JsonObject): string[] {
  const asked = isJsonObject(extra.dashboard) ? extra.dashboard : {};
  return [...textsIn(asked.activeTabs), ...anchorsIn(asked.anchor)];
}

/** Filters and parameters of the address that a report opens its dashboard with. */
export function filtersIn(extra: JsonObject): { masks: DataMasks; urlParams: Record<string, string> } {
  const asked = isJsonObject(extra.dashboard) ? extra.dashboard : {};
  const masks = dataMasksSchema.safeParse(asked.dataMask);
  const pairs: unknown[] = Array.isArray(asked.urlParams) ? asked.urlParams : [];
  const urlParams = pairs.flatMap((pair) =>
    Array.isArray(pair) ? [[String(pair[0]), String(pair[1])] as const] : [],
  );
  return { masks: masks.success ? masks.data : {}, urlParams: Object.fromEntries(urlParams) };
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
