export type * from './data/ports.ts';
