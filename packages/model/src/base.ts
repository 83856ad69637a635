/** What processes beside the server need of the model: errors, bounds and looking into objects; nothing else is loaded with it. */
export { type Bounds, beyondBound, DEFAULT_BOUNDS, requireDepth, tooLarge } from './bounds.ts';
export * from './errors.ts';
export * from './json.ts';
