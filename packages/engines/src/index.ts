export * from './catalog.ts';
export * from './dialects.ts';
export * from './engine.ts';
export * from './uri.ts';
