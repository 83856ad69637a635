import { chartTypes } from '@chartroom/charts';
import { bootstrap } from '../../base/bootstrap.ts';

const { VIZ_TYPE_DENYLIST: denied } = bootstrap.conf;

/** Chart types that new charts may have in this installation. */
export const OFFERED_TYPES = chartTypes().filter(isOffered);

/** Whether new charts may have a type. */
export function isOffered({ key }: { key: string }): boolean {
  return !Array.isArray(denied) || !denied.includes(key);
}
