import type { ComponentType } from '@chartroom/model';
import { nanoid } from 'nanoid';

/** The id of a new component (contract/ui.md B1). */
export function componentId(type: ComponentType): string {
  return `${type}-${nanoid()}`;
}
