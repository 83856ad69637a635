import type { DashboardColors, DrawDatasource, StillLook } from '@chartroom/charts';
import type { ChartFormData } from '@chartroom/model';
import type { Placed } from './board/place-board.ts';

/** Pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** A chart that was asked, as whoever draws it needs it: plain data, which crosses to another process. */
export interface AskedChart {
  form: ChartFormData;
  datasource: DrawDatasource;
  /** Which of the answers that come along is its own; undefined where it has none. */
  answer?: number | undefined;
  /** Why there is no picture, in a sentence for whoever looks. */
  problem?: string | undefined;
  /** The charts that it is made of, in the order of `ChartType.parts`. */
  parts?: readonly AskedPart[];
  /** The charts of a matrix that were asked, by their keys. */
  cells?: Readonly<Record<string, AskedCell>>;
}

/** A chart within another. */
export interface AskedPart extends AskedChart {
  name: string;
}

/** One of the small charts of a matrix. */
export type AskedCell = Pick<AskedChart, 'answer' | 'problem'>;

/** A chart of a dashboard. */
export interface BoardChart {
  name: string;
  asked: AskedChart;
  /** Markup that stands above it. */
  description?: string | undefined;
}

/** What stands above a picture. */
export interface PictureHead {
  title: string;
  /** The filters that apply, and when it was drawn. */
  lines: readonly string[];
}

/** What a picture shows. */
export type Sheet = { head?: PictureHead | undefined } & (
  | { kind: 'chart'; chart: AskedChart; size: PictureSize }
  | {
      kind: 'board';
      /** Pixels of the window. */
      width: number;
      /** Pixels around what stands on it. */
      margin: number;
      /** Pixels that the board is high. */
      height: number;
      /** What is further down is not drawn; undefined = all of it is. */
      cut?: number | undefined;
      placed: readonly Placed[];
      /** By their ids. */
      charts: Readonly<Record<number, BoardChart>>;
      colors: DashboardColors;
    }
);

/** As what a picture is wanted. */
export type PictureFormat = 'svg' | 'png' | 'pdf';

/** A picture to be drawn. */
export interface DrawingWork {
  sheet: Sheet;
  look: StillLook;
  formats: readonly PictureFormat[];
  /** Pixels of a PNG for each of the sheet. */
  scale: number;
}
