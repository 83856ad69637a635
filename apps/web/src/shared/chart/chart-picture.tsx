import type {
  ChartType,
  CrossFilter,
  DrawInput,
  Drawing,
  EChartsDrawing,
  LabelColors,
  OwnState,
  TextDrawing,
} from '@chartroom/charts';
import type { ChartDataResult, ChartFormData, DatasourceData } from '@chartroom/model';
import { EChartsHost, EmptyState, useSize } from '@chartroom/ui';
import { Skeleton } from 'antd';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { useDrawTheme } from '../../base/draw-theme.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import styles from './chart-picture.module.css';
import { useDrawingLibrary } from './drawing-library.ts';

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
  onCrossFilter?: ((filter: CrossFilter | undefined) => void) | undefined;
  ownState?: OwnState;
  setOwnState?: (state: OwnState) => void;
}

/** A chart's picture in the room it is given: drawing, grid or text. */
export function ChartPicture(props: ChartPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  return (
    <div ref={frame} className={styles.frame} data-chart-frame>
      {width > 0 && height > 0 && (
        <ErrorBoundary key={props.type.key} what="The visualization">
          <SizedPicture {...props} width={width} height={height} />
        </ErrorBoundary>
      )}
    </div>
  );
}

type SizedProps = ChartPictureProps & { width: number; height: number };

function SizedPicture(props: SizedProps) {
  const { type, form, results, datasource, width, height, selected, colors, onDashboard = false } = props;
  const theme = useDrawTheme();
  const input = useMemo<DrawInput>(
    () => ({ form, results, datasource, width, height, theme, selected, colors, onDashboard }),
    [form, results, datasource, width, height, theme, selected, colors, onDashboard],
  );
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

function ViewPicture({
  type,
  input,
  ownState = {},
  setOwnState,
  onCrossFilter,
}: SizedProps & { input: DrawInput }) {
  const View = useMemo(() => (type.view ? lazy(type.view) : undefined), [type]);
  if (!View) return null;
  return (
    <Suspense fallback={<Skeleton active />}>
      <div className={styles.view} data-chart-drawn="true">
        <View
          {...input}
          ownState={ownState}
          setOwnState={(next) => setOwnState?.(next)}
          onCrossFilter={(filter) => onCrossFilter?.(filter)}
        />
      </div>
    </Suspense>
  );
}

function DrawnPicture({ type, input, name, onCrossFilter }: SizedProps & { input: DrawInput }) {
  const drawing: Drawing = useMemo(() => type.draw(input), [type, input]);
  if (drawing.kind === 'text') return <TextPicture drawing={drawing} name={name} width={input.width} />;
  if (drawing.kind === 'table') return null;
  return (
    <EChartsPicture
      drawing={drawing}
      name={name}
      width={input.width}
      height={input.height}
      onCrossFilter={onCrossFilter}
    />
  );
}

interface EChartsPictureProps {
  drawing: EChartsDrawing;
  name: string;
  width: number;
  height: number;
  onCrossFilter?: ((filter: CrossFilter | undefined) => void) | undefined;
}

function EChartsPicture({ drawing, name, width, height, onCrossFilter }: EChartsPictureProps) {
  const init = useDrawingLibrary(drawing.option);
  if (!init) return <Skeleton active />;
  return (
    <EChartsHost
      init={init}
      option={drawing.option}
      width={width}
      height={height}
      label={name}
      onMarkClick={onCrossFilter && ((event) => onCrossFilter(drawing.crossFilter?.(event)))}
    />
  );
}

function TextPicture({ drawing, name, width }: { drawing: TextDrawing; name: string; width: number }) {
  return (
    <div className={styles.text} data-chart-drawn="true">
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
          drawing={{ kind: 'echarts', option: drawing.trend.option }}
          name={`${name}, trend`}
          width={width}
          height={drawing.trend.height}
        />
      )}
    </div>
  );
}
