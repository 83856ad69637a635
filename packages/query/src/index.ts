export * from './dialect.ts';
export * from './frame.ts';
