export * from './catalog.ts';
export { type ConnectionParameters, parametersOfUri, uriOfParameters } from './connection-form.ts';
export * from './dialects.ts';
export * from './engine.ts';
export * from './uri.ts';
