import { type ChartFormData, type ColumnRef, columnLabel } from '@chartroom/model';
import { columnsOf } from '../../question/read-form.ts';

/** The radius of points whose size no column says. */
export const USUAL_RADIUS = 'Auto';
/** The label that counts the rows of a point. */
export const COUNT = 'count';
export const USUAL_COLOR = 'rgb(0, 139, 139)';
/** From where a chart is looked at that nobody has moved. */
export const HOME = { longitude: -122.405293, latitude: 37.772123, zoom: 11 } as const;

/** What a form asks of a point beside its place. */
export interface PointColumns {
  /** By which rows are one point. */
  groups: ColumnRef[];
  /** The column, or the count, that labels it. */
  label: ColumnRef | undefined;
  isCounted: boolean;
  radius: ColumnRef | undefined;
}

/** Rows are counted only where they are grouped: without groups each is a point of its own. */
export function pointColumns(form: ChartFormData): PointColumns {
  const groups = columnsOf(form.groupby);
  const [label] = columnsOf(form.mapbox_label);
  const [radius] = columnsOf(form.point_radius);
  const isCount = label === COUNT && !groups.some((column) => columnLabel(column) === COUNT);
  return {
    groups,
    label: isCount && groups.length === 0 ? undefined : label,
    isCounted: isCount && groups.length > 0,
    radius: radius === USUAL_RADIUS ? undefined : radius,
  };
}

/** A form that tells places as the other maps of points do. */
export function placedForm(form: ChartFormData): ChartFormData {
  return { ...form, spatial: { type: 'latlong', lonCol: form.all_columns_x, latCol: form.all_columns_y } };
}
