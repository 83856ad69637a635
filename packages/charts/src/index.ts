export * from './catalog.ts';
export * from './chart-type.ts';
export type * from './controls/control.ts';
