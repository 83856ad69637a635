import type { ChartFormData } from '@chartroom/model';
import type { EChartsOption } from 'echarts';
import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { layerView } from '../../deck/view.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { formColors, type LabelColors } from '../../format/label-colors.ts';
import { pickedColor } from '../../format/picked-color.ts';
import type { MapLegend, Place, PlaceView } from '../../map/layers.ts';
import type { Size } from '../../map/projection.ts';
import { membersOf, numberOf } from '../../question/read-form.ts';
import { ownZoom, sizeAt } from './sizes.ts';
import { type SmallChart, smallChart } from './small-chart.ts';
import { type PlacedResults, splitByPlace } from './split.ts';
import { toldRows } from './told.ts';

/** Each chart is a document of its own: more of them would stop the page. */
const MOST = 200;
/** Texts of slices and bars in a smaller picture could not be read. */
const ROOMY = 160;
const WHITE = [255, 255, 255] as const;

/** A small chart at each place of a map (contract/charts.md §3.29). */
export function draw(input: DrawInput): MapDrawing {
  const { form, results } = input;
  const small = smallChart(form);
  const { places: found, strays } = small ? splitByPlace(small, results) : { places: [], strays: 0 };
  const places = found.slice(0, MOST);
  const view = viewOf(input, places);
  const colors = notedColors(input.colors ?? formColors(small?.form ?? form));
  const pictures = places.map(
    ({ results: own }) =>
      (size: Size) =>
        pictureOf(input, small, own, colors.of, size),
  );
  // Which labels there are is known when each has been drawn.
  const first = sizeAt(form.chart_size, view.zoom);
  for (const picture of pictures) picture(first);
  return {
    kind: 'map',
    shapes: 'world',
    view,
    layers: [
      {
        kind: 'charts',
        sizeAt: (zoom) => sizeAt(form.chart_size, zoom),
        fill: pickedColor(form.chart_background_color, WHITE)(1),
        corner: Math.max(0, Math.min(100, numberOf(form.chart_background_border_radius) ?? 10)) / 100,
        marks: places.flatMap(({ at }, index) => {
          const picture = pictures[index];
          return picture ? [{ at, name: placeText(at), picture }] : [];
        }),
      },
    ],
    legend: small?.form.show_legend === false ? undefined : colors.legend(),
    notes: notesOf(form, small, { found: found.length, shown: places.length, strays }),
    tooltip: ({ index }) => {
      const place = places[index];
      return place && small ? tooltipMarkup(placeText(place.at), toldRows(small, place.results)) : '';
    },
  };
}

/** All places, or from where the chart says; the form counts zooms of maps whose tiles are 256 pixels wide. */
function viewOf(input: DrawInput, places: readonly PlacedResults[]): PlaceView {
  const { mode, ...own } = membersOf(input.form.map_view);
  const at = (name: string) => numberOf(own[`fixed${name}`]) ?? numberOf(own[name.toLowerCase()]);
  const zoom = at('Zoom');
  const viewport = {
    longitude: at('Longitude'),
    latitude: at('Latitude'),
    zoom: zoom === undefined ? undefined : ownZoom(zoom),
  };
  const form = { ...input.form, autozoom: mode !== 'CUSTOM', viewport };
  return layerView(
    form,
    places.map(({ at: place }) => place),
    input,
  );
}

function pictureOf(
  { theme, datasource }: DrawInput,
  small: SmallChart | undefined,
  results: PlacedResults['results'],
  colors: LabelColors,
  size: Size,
): EChartsOption | undefined {
  if (!small?.type || results.every(({ data }) => data.length === 0)) return undefined;
  const drawing = small.type.draw({
    ...size,
    form: {
      ...small.form,
      show_legend: false,
      ...(size.width < ROOMY && { show_labels: false, show_value: false }),
    },
    results,
    datasource,
    theme,
    colors,
  });
  return drawing.kind === 'echarts' ? drawing.option : undefined;
}

/** Colours that remember to which labels they were given. */
function notedColors(given: LabelColors): { of: LabelColors; legend: () => MapLegend | undefined } {
  const noted = new Map<string, string>();
  return {
    of: (label) => {
      const color = given(label);
      noted.set(String(label), color);
      return color;
    },
    legend: () => {
      const labels = [...noted].map(([text, color]) => ({ text, color }));
      return labels.length > 0 ? { kind: 'labels', corner: 'tr', labels } : undefined;
    },
  };
}

function placeText(at: Place): string {
  return `Longitude and Latitude ${at.join(', ')}`;
}

function notesOf(
  form: ChartFormData,
  small: SmallChart | undefined,
  { found, shown, strays }: { found: number; shown: number; strays: number },
): string[] {
  if (!small) {
    const isNone =
      form.selected_chart === undefined || form.selected_chart === null || form.selected_chart === '';
    return [isNone ? 'No chart is chosen.' : 'The chosen chart cannot be read.'];
  }
  if (!small.type)
    return [`${small.name} is of the type "${small.key}", which is not drawn at places of a map.`];
  if (small.place === undefined) return ['No geometry column is chosen.'];
  return [
    ...(shown < found ? [`${shown} of ${found} places are drawn.`] : []),
    ...(strays > 0 ? [`${strays} ${strays === 1 ? 'group has' : 'groups have'} no place.`] : []),
  ];
}
