export * from './catalog.ts';
export { type ConnectionParameters, parametersOfUri, uriOfParameters } from './connection-form.ts';
export { KNOWN_ENGINES } from './dialect-facts/index.ts';
export * from './dialects.ts';
export { type FileTable, fileTables } from './duckdb/read-file.ts';
export * from './engine.ts';
export type { Outbound } from './outbound.ts';
export * from './uri.ts';
