import { type Knowledge, type Offer, offersAt } from './offers.ts';
import { type Place, type PlaceAsked, placeAt } from './place.ts';
import { type Ranked, rank } from './rank.ts';

export interface Completion extends Ranked {
  place: Place;
}

/**
 * What to offer at a place; undefined for nothing.
 *
 * @param isAsked - somebody asks for it: else there is a list only where it does not stand in the way of writing
 */
export function complete(asked: PlaceAsked, knowledge: Knowledge, isAsked: boolean): Completion | undefined {
  const place = placeAt(asked);
  if (!place || (!isAsked && !place.isEager)) return undefined;
  const ranked = rank(offersAt(place, knowledge), place.prefix);
  if (ranked.shown.length === 0 || (!isAsked && isWritten(ranked.shown[0], place))) return undefined;
  return { ...ranked, place };
}

/** Nobody needs a list whose first name stands there already. */
function isWritten(first: Offer | undefined, { prefix }: Place): boolean {
  return first !== undefined && first.kind !== 'function' && first.text === prefix;
}
