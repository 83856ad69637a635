/** A cube that is not made, and why: no fault, and nothing to be told. */
export class NoCube extends Error {}
