export * from './catalog.ts';
export * from './chart-type.ts';
export { NUMBER_FORMATS, TIME_FORMATS } from './controls/choices.ts';
export type * from './controls/control.ts';
export * from './controls/explored-form.ts';
export { orderText } from './controls/ordering.ts';
export * from './controls/panel.ts';
export { geohashSteps, metricSource, placeColumns, placeOf } from './deck/places.ts';
export { describeChart } from './draw/describe.ts';
export { readFormula } from './draw/formula.ts';
export { strongOption } from './draw/strong-option.ts';
export * from './example-result.ts';
export * from './format/categorical-schemes.ts';
export { channelsOf, isColor } from './format/channels.ts';
export * from './format/currency.ts';
export * from './format/dashboard-palette.ts';
export * from './format/formats.ts';
export * from './format/label-colors.ts';
export * from './format/metric-format.ts';
export * from './format/number.ts';
export * from './format/sequential.ts';
export * from './format/sequential-schemes.ts';
export * from './format/time.ts';
export * from './format/time-by-grain.ts';
export * from './load-echarts-parts.ts';
export type * from './map/layers.ts';
export { EARTH_PIXELS, POLE } from './map/layers.ts';
export * from './map/load-renderer.ts';
export { type AxisValues, axisValues, chartQuestion } from './matrix/axis-values.ts';
export * from './matrix/cells.ts';
export {
  along,
  isMatrixValue,
  type Matrix,
  matrixOf,
  matrixSettings,
} from './matrix/matrix.ts';
export { matrixDimensions, panelOf } from './matrix/section.ts';
export * from './plugin/plugin-entry.ts';
export * from './post-processed/pivot-text.ts';
export * from './post-processed/table-text.ts';
export { baseQuery } from './question/base-query.ts';
export * from './question/drill-form.ts';
export * from './question/filter-question.ts';
export * from './question/filters.ts';
export * from './question/order.ts';
export * from './question/part-form.ts';
export * from './question/query-fields.ts';
export {
  columnsOf,
  listed,
  membersOf,
  metricsOf,
  numberOf,
  textOf,
  textsOf,
  uniqueBy,
} from './question/read-form.ts';
export { loadStillPictures } from './still/load-still.ts';
export { type Cut, pageCuts } from './still/page-cuts.ts';
export { isDarkTheme, type StillLook, stillLook } from './still/still-look.ts';
export { sizesOf } from './types/cartodiagram/sizes.ts';
