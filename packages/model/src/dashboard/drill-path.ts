import { z } from 'zod';
import { member } from '../stored.ts';

/** Where a click on a chart leads: to another dashboard, or to an address. */
export const drillPathSchema = z.looseObject({
  /** What people call the place. */
  label: member(z.string()),
  /** Uuid of a dashboard, whose filters take the values that were clicked. */
  dashboard: member(z.string()),
  /** `{column}` in it stands for the value that was clicked. */
  address: member(z.string()),
});
export type DrillPath = z.infer<typeof drillPathSchema>;

const ELSEWHERE = /^https?:\/\/[^/?#{}\s\\]+(?:[/?#]|$)/i;
const HERE = /^\/(?![/\\])/;
const PLACE = /\{([^{}]*)\}/g;

/** What is wrong with an address; undefined where a click may lead there. Values never choose the server. */
export function addressProblem(address: string): string | undefined {
  if (address.trim() === '') return 'An address is required';
  if (/[\s\\]/.test(address.replaceAll(PLACE, ''))) return 'An address has no spaces and no backslashes';
  if (!ELSEWHERE.test(address) && !HERE.test(address))
    return 'An address begins with https://, http:// or, for a page of this installation, with /';
  return undefined;
}

/** Columns whose values an address needs. */
export function columnsInAddress(address: string): string[] {
  return [...new Set([...address.matchAll(PLACE)].map(([, name = '']) => name))];
}

/** The address with other columns in it. */
export function addressWithColumns(address: string, columnFor: (name: string) => string): string {
  return address.replaceAll(PLACE, (_, name: string) => `{${columnFor(name)}}`);
}

/** The address with the values in it; undefined where one that it needs was not clicked. */
export function filledAddress(
  address: string,
  values: ReadonlyMap<string, string | number | boolean | null>,
): string | undefined {
  if (columnsInAddress(address).some((name) => !values.has(name))) return undefined;
  return address.replaceAll(PLACE, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')));
}

/** Where the click on a chart leads, if what is stored leads anywhere. */
export function soundPath(path: DrillPath | undefined): DrillPath | undefined {
  if (path?.dashboard) return path;
  return path?.address !== undefined && addressProblem(path.address) === undefined ? path : undefined;
}
