import type { BaseMap } from '@chartroom/model';
import { colorScheme, linearColorScheme, numberFormat } from '../controls/appearance-controls.ts';
import { plainChoices } from '../controls/choices.ts';
import type { Choice, Control, Section } from '../controls/control.ts';
import {
  checkbox,
  columns,
  laidOut,
  metrics,
  REQUIRED,
  select,
  special,
  text,
} from '../controls/control-makers.ts';
import { equals } from '../controls/visibility.ts';

/** Where the marks of a layer are. */
export function spatial(name: string, label: string): Control {
  return special('SpatialControl', name, label, undefined, { ...REQUIRED, fromDatasource: true });
}

export const filterNulls: Control = checkbox('filter_nulls', 'Ignore null locations', true, {
  description: 'Rows without a place are not asked for.',
});

/** What is said of the ground of maps. */
export const MAP_STYLE_NOTE =
  'The map below the marks is drawn here and asks no other site, unless this is one that the installation offers (DECKGL_BASE_MAP).';

/** The grounds of maps that an installation offers, to choose from. */
export function offeredMaps(maps: readonly BaseMap[]): readonly Choice[] {
  return maps.map(({ address, label }) => [address, label]);
}

const MAP_STYLES: readonly Choice[] = [
  ['https://tile.openstreetmap.org/{z}/{x}/{y}.png', 'Streets (OSM)'],
  ['https://tile.osm.ch/osm-swiss-style/{z}/{x}/{y}.png', 'Topography (OSM)'],
  ['mapbox://styles/mapbox/streets-v9', 'Streets (Mapbox)'],
  ['mapbox://styles/mapbox/dark-v9', 'Dark (Mapbox)'],
  ['mapbox://styles/mapbox/light-v9', 'Light (Mapbox)'],
  ['mapbox://styles/mapbox/satellite-streets-v9', 'Satellite Streets (Mapbox)'],
  ['mapbox://styles/mapbox/satellite-v9', 'Satellite (Mapbox)'],
  ['mapbox://styles/mapbox/outdoors-v9', 'Outdoors (Mapbox)'],
];

export const mapStyle: Control = select('mapbox_style', 'Map Style', MAP_STYLES, MAP_STYLES[0]?.[0], {
  freeForm: true,
  clearable: false,
  renderTrigger: true,
  validators: ['validateMapboxStylesUrl'],
  choicesFrom: ({ baseMaps = [] }) => (baseMaps.length === 0 ? MAP_STYLES : offeredMaps(baseMaps)),
  description: MAP_STYLE_NOTE,
});

export const viewport: Control = special('ViewportControl', 'viewport', 'Viewport', {
  longitude: 6.85236157047845,
  latitude: 31.222656842808707,
  zoom: 1,
  bearing: 0,
  pitch: 0,
});

export const autozoom: Control = checkbox('autozoom', 'Auto Zoom', true, {
  renderTrigger: true,
  description: 'Shows all marks, whatever the viewport is.',
});

/** The one column that holds whole shapes. */
export function shapeColumn(name: string, label: string): Control {
  return special('DndColumnSelect', name, label, null, {
    freeForm: true,
    clearable: true,
    fromDatasource: true,
    ...REQUIRED,
  });
}

export const reverseLatLong: Control = checkbox('reverse_long_lat', 'Reverse Lat & Long', false, {
  description: 'Latitudes stand before longitudes.',
});

/** What is counted at each place. */
export function weight(label: string): Control {
  return metrics('size', label, null, { ...REQUIRED, description: 'What is counted at each place.' });
}

export const gridSize: Control = text('grid_size', 'Grid Size', 20, {
  renderTrigger: true,
  isInt: true,
  description: 'How large a cell is.',
});

/** How areas are painted. */
export const filled: Control = checkbox('filled', 'Filled', true, { renderTrigger: true });
export const stroked: Control = checkbox('stroked', 'Stroked', false, { renderTrigger: true });
export const extruded: Control = checkbox('extruded', 'Extruded', true, {
  renderTrigger: true,
  description: 'Whether they stand out of the map; drag with the right button to tilt it.',
});

export const lineWidths: readonly Control[] = [
  text('line_width', 'Line width', 1, { renderTrigger: true, isInt: true }),
  select('line_width_unit', 'Line width unit', plainChoices(['meters', 'pixels']), 'pixels', {
    renderTrigger: true,
  }),
];

/** A fixed value, or a metric. */
export function fixedOrMetric(label: string): Control {
  return special(
    'FixedOrMetricControl',
    'point_radius_fixed',
    label,
    { type: 'fix', value: 1000 },
    { fromDatasource: true },
  );
}

const SCHEME_TYPES = {
  default: 'Default',
  fixed_color: 'Fixed color',
  categorical_palette: 'Categorical palette',
  linear_palette: 'Linear palette',
  color_breakpoints: 'Color breakpoints',
} as const;
type SchemeType = keyof typeof SCHEME_TYPES;

/** How marks get their colours. */
export function schemeType(ways: readonly SchemeType[], usual: SchemeType): Control {
  return select(
    'color_scheme_type',
    'Color Scheme Type',
    ways.map((way) => [way, SCHEME_TYPES[way]]),
    usual,
    { clearable: false, renderTrigger: true },
  );
}

const isFixed = equals('color_scheme_type', 'fixed_color');
const isCategorical = equals('color_scheme_type', 'categorical_palette');
const isByRange = equals('color_scheme_type', 'color_breakpoints');

/** A colour to pick, by name. */
export function picker(name: string, label: string): Control {
  return special('ColorPickerControl', name, label, { r: 0, g: 122, b: 135, a: 1 }, { renderTrigger: true });
}

export const fixedColor: Control = { ...picker('color_picker', 'Fixed Color'), visible: isFixed };

/** Colours that count where one colour is chosen for all. */
export const areaColors: readonly Control[] = [
  { ...picker('fill_color_picker', 'Fill Color'), visible: isFixed },
  { ...picker('stroke_color_picker', 'Stroke Color'), visible: isFixed },
];

export const categories: Control = {
  ...columns('dimension', 'Categorical Color'),
  default: null,
  visible: isCategorical,
};

export const categoryScheme: Control = {
  ...withoutDataset(colorScheme),
  visible: isCategorical,
};

export const linearScheme: Control = {
  ...linearColorScheme,
  visible: equals('color_scheme_type', 'linear_palette'),
};

/** Colours of ranges of amounts, and the one of all others; the first name is stored as it is spelt. */
export const breakpoints: readonly Control[] = [
  {
    ...special(
      'ColorPickerControl',
      'deafult_breakpoint_color',
      'Default color',
      { r: 158, g: 158, b: 158, a: 1 },
      { renderTrigger: true },
    ),
    visible: isByRange,
  },
  {
    ...special('ColorBreakpointsControl', 'color_breakpoints', 'Color breakpoints', undefined, {
      renderTrigger: true,
    }),
    visible: isByRange,
  },
];

export const legendPosition: Control = select(
  'legend_position',
  'Legend Position',
  [
    [null, 'None'],
    ['tl', 'Top left'],
    ['tr', 'Top right'],
    ['bl', 'Bottom left'],
    ['br', 'Bottom right'],
  ],
  'tr',
  { clearable: false, renderTrigger: true },
);

export const legendFormat: Control = {
  ...numberFormat('legend_format', 'Legend Format'),
  clearable: false,
};

/** Code that other installations run; it is kept. */
export const advanced: Section = {
  label: 'Advanced',
  tab: 'data',
  expanded: false,
  ...laidOut(
    columns('js_columns', 'Extra data for JS', { multi: true, description: 'Told of each mark.' }),
    code('js_data_mutator', 'JavaScript data interceptor'),
    code('js_tooltip', 'JavaScript tooltip generator'),
    code('js_onclick_href', 'JavaScript onClick href'),
  ),
};

function code(name: string, label: string): Control {
  return special('TextAreaControl', name, label, '', {
    description: 'Kept as it is: Chartroom does not run JavaScript of charts.',
  });
}

function withoutDataset({ fromDatasource: _fixed, ...control }: Control): Control {
  return control;
}
