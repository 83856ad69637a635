export * from './chart-data.ts';
export * from './dataset.ts';
export * from './errors.ts';
export * from './form-data.ts';
export * from './generic-type.ts';
export * from './json.ts';
export * from './labels.ts';
export * from './query-object.ts';
