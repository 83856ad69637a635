import {
  type ChartFormData,
  type ColumnRef,
  columnLabel,
  type DataRow,
  type JsonValue,
  type PostProcessing,
} from '@chartroom/model';
import type { Place } from '../map/layers.ts';
import { columnsOf, membersOf, numberOf } from '../question/read-form.ts';

/** Columns that say where something is: a longitude and a latitude, both in one text, or a geohash. */
export function placeColumns(form: ChartFormData, key: string): ColumnRef[] {
  const { type, lonCol, latCol, lonlatCol, geohashCol } = membersOf(form[key]);
  if (type === 'latlong') return [...columnsOf(lonCol), ...columnsOf(latCol)];
  if (type === 'delimited') return columnsOf(lonlatCol);
  return type === 'geohash' ? columnsOf(geohashCol) : [];
}

/** The step that says where a geohash is; none where places are told otherwise. */
export function geohashSteps(form: ChartFormData, key: string): PostProcessing[] {
  const { type, geohashCol } = membersOf(form[key]);
  const [column] = columnsOf(geohashCol);
  if (type !== 'geohash' || column === undefined) return [];
  const options = {
    geohash: columnLabel(column),
    latitude: `${key} latitude`,
    longitude: `${key} longitude`,
  };
  return [{ operation: 'geohash_decode', options }];
}

/** Where a row is; undefined when it does not say. */
export function placeOf(row: DataRow, form: ChartFormData, key: string): Place | undefined {
  const [first, second] = degreesOf(row, form, key);
  if (first === undefined || second === undefined) return undefined;
  return membersOf(form[key]).reverseCheckbox === true ? [second, first] : [first, second];
}

/** The same; undefined for what is no place of the earth, too. */
export function earthlyPlace(row: DataRow, form: ChartFormData, key: string): Place | undefined {
  const place = placeOf(row, form, key);
  return place && isEarthly(place) ? place : undefined;
}

/** Whether there is such a place; a longitude may go around the earth once more. */
export function isEarthly([longitude, latitude]: Place): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 540;
}

function degreesOf(row: DataRow, form: ChartFormData, key: string): (number | undefined)[] {
  const { type, lonlatCol } = membersOf(form[key]);
  const at = (name: string) => degrees(row[name]);
  if (type === 'latlong') return placeColumns(form, key).map((column) => at(columnLabel(column)));
  if (type === 'delimited') return textDegrees(row[columnsOf(lonlatCol).map(columnLabel)[0] ?? '']);
  return [at(`${key} longitude`), at(`${key} latitude`)];
}

/** `lat,lon` as text, to longitude and latitude. */
function textDegrees(value: JsonValue | undefined): (number | undefined)[] {
  const [latitude, longitude] = String(value ?? '').split(/[,; ]+/);
  return [degrees(longitude), degrees(latitude)];
}

function degrees(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'boolean' ? Number(value) : numberOf(value);
  return number !== undefined && Number.isFinite(number) ? number : undefined;
}

/** The metric of a field that holds one, or a fixed value. */
export function metricSource(form: ChartFormData, key: string): unknown {
  if (key !== 'point_radius_fixed') return form[key];
  const { type, value } = membersOf(form[key]);
  return type === 'metric' ? value : undefined;
}
