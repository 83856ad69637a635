export * from './dialects.ts';
export * from './engine.ts';
