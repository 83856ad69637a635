import {
  type ChartType,
  type CrossFilter,
  type DataPoint,
  type DrawInput,
  type Drawing,
  type DrawnMark,
  describeChart,
  type EChartsDrawing,
  type LabelColors,
  matrixOf,
  type OwnState,
  strongOption,
  type TextDrawing,
} from '@chartroom/charts';
import type { ChartDataResult, ChartFormData, DatasourceData } from '@chartroom/model';
import { EChartsHost, EmptyState, loadable, useSize } from '@chartroom/ui';
import { Skeleton } from 'antd';
import { type MouseEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useDrawTheme } from '../../base/draw-theme.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { canDrawDeep } from './can-draw-deep.ts';
import styles from './chart-picture.module.css';
import { DataTwin } from './data-twin.tsx';
import { useDrawingLibrary } from './drawing-library.ts';
import { useLoadedView } from './loaded-view.ts';
import { useChartParts } from './use-chart-parts.ts';

const waiting = () => <Skeleton active />;
/** What only pages with maps need. */
const MapPicture = loadable(async () => (await import('./map-picture.tsx')).default, waiting);
/** Maps that are gone around in, whose library is large. */
const NearMap = loadable(async () => (await import('./near-map.tsx')).default, waiting);
/** A chart repeated as many small ones. */
const MatrixPicture = loadable(async () => (await import('./matrix-picture.tsx')).default, waiting);

export interface ChartPictureProps {
  type: ChartType;
  form: ChartFormData;
  results: ChartDataResult[];
  datasource: Pick<DatasourceData, 'columns' | 'metrics' | 'verbose_map' | 'column_formats'>;
  /** What a screen reader calls it. */
  name: string;
  selected?: readonly string[] | undefined;
  /** Colours of labels that all charts around have in common. */
  colors?: LabelColors | undefined;
  onDashboard?: boolean;
  /** Something was pressed: what it filters by, and what it stands for. */
  onCrossFilter?: ((filter: CrossFilter | undefined, point: DataPoint | undefined) => void) | undefined;
  ownState?: OwnState;
  setOwnState?: (state: OwnState) => void;
  /** Whether kept answers were not wanted when it was asked. */
  isForced?: boolean | undefined;
  /** Whether the answer to this form is still on its way: nothing further is asked before it is there. */
  isWaiting?: boolean;
  /** A menu is wanted at a place of the page, where this lies under the pointer. */
  onMenu?: ((point: DataPoint | undefined, at: PagePlace) => void) | undefined;
}

/** Pixels from the upper left corner of the window. */
export interface PagePlace {
  x: number;
  y: number;
}

/** A chart's picture in the room it is given: drawing, grid or text; where it is repeated, the matrix of its small charts. */
export function ChartPicture(props: ChartPictureProps) {
  const { type, form } = props;
  const matrix = useMemo(() => matrixOf(type, form), [type, form]);
  if (!matrix) return <OnePicture {...props} />;
  return (
    <ErrorBoundary key={type.key} told="An error occurred while rendering the visualization">
      <MatrixPicture {...props} matrix={matrix} Picture={OnePicture} />
    </ErrorBoundary>
  );
}

function OnePicture(props: ChartPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  // Noted by the mark or the cell on the event's way up.
  const under = useRef<DataPoint>(undefined);
  const { onMenu } = props;
  const openMenu = (event: MouseEvent) => {
    const point = under.current;
    under.current = undefined;
    // A link has a menu of the browser's own.
    if (event.target instanceof Element && event.target.closest('a[href]')) return;
    event.preventDefault();
    onMenu?.(point, { x: event.clientX, y: event.clientY });
  };
  const onPoint = useCallback((point: DataPoint | undefined) => {
    under.current = point;
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same menu opens by key from what has the focus
    <div ref={frame} className={styles.frame} data-chart-frame onContextMenu={onMenu && openMenu}>
      {width > 0 && height > 0 && (
        <ErrorBoundary key={props.type.key} told="An error occurred while rendering the visualization">
          <SizedPicture {...props} width={width} height={height} onPoint={onMenu && onPoint} />
        </ErrorBoundary>
      )}
    </div>
  );
}

type SizedProps = ChartPictureProps & {
  width: number;
  height: number;
  onPoint: ((point: DataPoint | undefined) => void) | undefined;
};

function SizedPicture(props: SizedProps) {
  const { type, form, results, datasource, width, height, selected, colors, onDashboard = false } = props;
  const theme = useDrawTheme();
  const input = useMemo<DrawInput>(
    () => ({ form, results, datasource, width, height, theme, selected, colors, onDashboard }),
    [form, results, datasource, width, height, theme, selected, colors, onDashboard],
  );
  if (type.parts) return <AssembledPicture {...props} input={input} />;
  if (results.every((result) => result.data.length === 0)) {
    return (
      <EmptyState
        size={height > 220 && width > 300 ? 'medium' : 'small'}
        title="No results were returned for this query"
        description={
          height > 220 && width > 300
            ? 'Make sure that the controls are configured properly and the datasource contains data for the selected time range'
            : null
        }
      />
    );
  }
  if (type.view) return <ViewPicture {...props} input={input} />;
  return <DrawnPicture {...props} input={input} />;
}

/** A chart that is made of others, which are asked here. */
function AssembledPicture(props: SizedProps & { input: DrawInput }) {
  const { type, input } = props;
  const parts = useChartParts(type, input);
  const whole = useMemo(() => ({ ...input, parts }), [input, parts]);
  return parts ? <DrawnPicture {...props} input={whole} /> : <Skeleton active />;
}

function ViewPicture({
  type,
  input,
  ownState = {},
  setOwnState,
  onCrossFilter,
  onPoint,
}: SizedProps & { input: DrawInput }) {
  const View = useLoadedView(type);
  if (!View) return <Skeleton active />;
  return (
    <div className={styles.view} data-chart-drawn="true">
      <View
        {...input}
        ownState={ownState}
        setOwnState={(next) => setOwnState?.(next)}
        onCrossFilter={(filter, point) => onCrossFilter?.(filter, point)}
        onPoint={onPoint}
      />
    </div>
  );
}

/** A drawing, the sentence that says what it shows, and the way to its table. */
function DrawnPicture(props: SizedProps & { input: DrawInput }) {
  const { type, form, results, datasource, name, isForced, input } = props;
  const described = useMemo(() => describeChart(type, input), [type, input]);
  const id = useId();
  const rows = useMemo(
    () => input.parts?.flatMap((part) => part.results ?? []) ?? results,
    [input.parts, results],
  );
  return (
    <>
      <span id={id} hidden>
        {described}
      </span>
      <DataTwin {...{ type, form, datasource, name, isForced }} results={rows} describedBy={id} />
      <Drawn {...props} describedBy={id} />
    </>
  );
}

type DrawnProps = SizedProps & { input: DrawInput; describedBy: string };

function Drawn({ type, input, name, describedBy, onCrossFilter, onPoint }: DrawnProps) {
  const drawn: Drawing = useMemo(() => type.draw(input), [type, input]);
  const [place, setPlace] = useState<readonly number[]>();
  const [mark, setMark] = useState<DrawnMark>();
  const drawing = useMemo(() => seenDrawing(drawn, place, mark), [drawn, place, mark]);
  const opens = drawn.kind === 'echarts' && drawn.opened !== undefined;
  const { width, height } = input;
  if (drawing.kind === 'text') return <TextPicture {...{ drawing, name, describedBy, onPoint, width }} />;
  if (drawing.kind === 'table') return null;
  const seen = { name, describedBy, width, height, onCrossFilter, onPoint };
  if (drawing.kind === 'map') {
    const Picture = drawing.view.kind === 'place' && canDrawDeep() ? NearMap : MapPicture;
    return <Picture {...seen} key={drawing.shapes} drawing={drawing} ground={input.form.mapbox_style} />;
  }
  return (
    <EChartsPicture
      {...seen}
      drawing={drawing}
      onPlace={drawing.seenFrom && setPlace}
      onMark={opens ? (pressed) => setMark(mark === undefined ? pressed : undefined) : undefined}
    />
  );
}

/** A drawing from the place that was pressed, or the part of it that was opened. */
function seenDrawing(
  drawn: Drawing,
  place: readonly number[] | undefined,
  mark: DrawnMark | undefined,
): Drawing {
  if (drawn.kind !== 'echarts') return drawn;
  const opened = mark && drawn.opened?.(mark);
  return opened ?? (place && drawn.seenFrom?.(place)) ?? drawn;
}

interface EChartsPictureProps
  extends Pick<SizedProps, 'name' | 'width' | 'height' | 'onCrossFilter' | 'onPoint'> {
  drawing: EChartsDrawing;
  /** The element that says what it shows. */
  describedBy: string;
  onPlace?: ((place: readonly number[]) => void) | undefined;
  /** A mark was pressed that filters nothing. */
  onMark?: ((mark: DrawnMark) => void) | undefined;
}

function EChartsPicture(props: EChartsPictureProps) {
  const { drawing, name, describedBy, width, height, onCrossFilter, onPoint, onPlace, onMark } = props;
  const { isStrong } = useDrawTheme();
  const option = useMemo(
    () => (isStrong ? strongOption(drawing.option) : drawing.option),
    [drawing, isStrong],
  );
  const init = useDrawingLibrary(option);
  if (!init) return <Skeleton active />;
  return (
    <EChartsHost
      init={init}
      option={option}
      width={width}
      height={height}
      label={name}
      describedBy={describedBy}
      onMarkClick={
        onCrossFilter
          ? (event) => onCrossFilter(drawing.crossFilter?.(event), drawing.pointAt?.(event))
          : onMark
      }
      onMarkMenu={onPoint && ((event) => onPoint(drawing.pointAt?.(event)))}
      onPlace={onPlace}
    />
  );
}

interface TextPictureProps extends Pick<SizedProps, 'name' | 'width' | 'onPoint'> {
  drawing: TextDrawing;
  describedBy: string;
}

function TextPicture({ drawing, name, describedBy, width, onPoint }: TextPictureProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields
    <div
      className={styles.text}
      role="group"
      aria-label={name}
      aria-describedby={describedBy}
      data-chart-drawn="true"
    >
      <div className={styles.lines}>
        {drawing.lines.map((line) => (
          <div
            key={line.role}
            data-role={line.role}
            style={{ fontSize: line.size, color: line.color, fontWeight: line.weight, lineHeight: 1.2 }}
          >
            {line.text}
          </div>
        ))}
      </div>
      {drawing.trend && (
        <EChartsPicture
          drawing={{ kind: 'echarts', option: drawing.trend.option, pointAt: drawing.trend.pointAt }}
          name={`${name}, trend`}
          describedBy={describedBy}
          width={width}
          height={drawing.trend.height}
          onPoint={onPoint}
        />
      )}
    </div>
  );
}
