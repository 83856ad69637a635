import { plainChoices } from '../../controls/choices.ts';
import type { Choice, ControlPanel, ControlState } from '../../controls/control.ts';
import { checkbox, column, laidOut, REQUIRED, select, text } from '../../controls/control-makers.ts';
import { adhocFilters, groupby, rowLimit } from '../../controls/query-controls.ts';
import { MAP_STYLE_NOTE, offeredMaps } from '../../deck/controls.ts';
import { COUNT, HOME, USUAL_COLOR, USUAL_RADIUS } from './form.ts';

const STYLES: readonly Choice[] = [
  ['mapbox://styles/mapbox/streets-v9', 'Streets'],
  ['mapbox://styles/mapbox/dark-v9', 'Dark'],
  ['mapbox://styles/mapbox/light-v9', 'Light'],
  ['mapbox://styles/mapbox/satellite-streets-v9', 'Satellite Streets'],
  ['mapbox://styles/mapbox/satellite-v9', 'Satellite'],
  ['mapbox://styles/mapbox/outdoors-v9', 'Outdoors'],
];

const COLORS: readonly Choice[] = [
  [USUAL_COLOR, 'Dark Cyan'],
  ['rgb(128, 0, 128)', 'Purple'],
  ['rgb(255, 215, 0)', 'Gold'],
  ['rgb(69, 69, 69)', 'Dim Gray'],
  ['rgb(220, 20, 60)', 'Crimson'],
  ['rgb(34, 139, 34)', 'Forest Green'],
];

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        column('all_columns_x', 'Longitude', REQUIRED),
        column('all_columns_y', 'Latitude', REQUIRED),
        select(
          'clustering_radius',
          'Clustering Radius',
          plainChoices(['0', '20', '40', '60', '80', '100', '200', '500', '1000']),
          '60',
          {
            freeForm: true,
            description: 'Points that lie closer than so many pixels are one circle; 0 draws each by itself.',
          },
        ),
        rowLimit(10000),
        adhocFilters,
        { ...groupby, description: 'One point for all rows that have the same values here.' },
      ),
    },
    {
      label: 'Points',
      tab: 'data',
      expanded: true,
      ...laidOut(
        {
          ...select('point_radius', 'Point Radius', undefined, USUAL_RADIUS, {
            fromDatasource: true,
            description: 'The column that says how large a point is that stands alone.',
          }),
          choicesFrom: (state) => [...plainChoices([USUAL_RADIUS]), ...columnChoices(state)],
        },
        select(
          'point_radius_unit',
          'Point Radius Unit',
          plainChoices(['Pixels', 'Miles', 'Kilometers']),
          'Pixels',
          { description: 'What the numbers of that column are.' },
        ),
      ),
    },
    {
      label: 'Labelling',
      tab: 'data',
      expanded: true,
      ...laidOut(
        {
          ...select('mapbox_label', 'label', undefined, [], {
            multi: true,
            fromDatasource: true,
            description:
              'What points are labelled by. Circles of several points show the numbers of it as one, else how many they are; COUNT(*) needs dimensions.',
          }),
          choicesFrom: (state) => [[COUNT, 'COUNT(*)'], ...columnChoices(state)],
        },
        select(
          'pandas_aggfunc',
          'Cluster label aggregator',
          plainChoices(['sum', 'mean', 'min', 'max', 'std', 'var']),
          'sum',
          { clearable: false, description: 'How one number is made of those of several points.' },
        ),
      ),
    },
    {
      label: 'Visual Tweaks',
      tab: 'data',
      expanded: true,
      ...laidOut(
        checkbox('render_while_dragging', 'Live render', true, {
          description: 'Kept for other installations. Points are always drawn while the map moves.',
        }),
        select('mapbox_style', 'Map Style', STYLES, 'mapbox://styles/mapbox/light-v9', {
          freeForm: true,
          clearable: false,
          renderTrigger: true,
          validators: ['validateMapboxStylesUrl'],
          choicesFrom: ({ baseMaps = [] }) => (baseMaps.length === 0 ? STYLES : offeredMaps(baseMaps)),
          description: MAP_STYLE_NOTE,
        }),
        text('global_opacity', 'Opacity', 1, {
          isFloat: true,
          description: 'Of all points, from 0 to 1.',
        }),
        select('mapbox_color', 'RGB Color', COLORS, USUAL_COLOR, {
          freeForm: true,
          description: 'The color of all points, as rgb(red, green, blue).',
        }),
      ),
    },
    {
      label: 'Viewport',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        [
          text('viewport_longitude', 'Default longitude', HOME.longitude, {
            renderTrigger: true,
            isFloat: true,
            description: 'While longitude, latitude and zoom are left as they are, all points are shown.',
          }),
          text('viewport_latitude', 'Default latitude', HOME.latitude, {
            renderTrigger: true,
            isFloat: true,
          }),
        ],
        text('viewport_zoom', 'Zoom', HOME.zoom, { renderTrigger: true, isFloat: true }),
      ),
    },
  ],
};

function columnChoices({ datasource }: ControlState): Choice[] {
  return (datasource?.columns ?? []).map(({ column_name, verbose_name }) => [
    column_name,
    verbose_name || column_name,
  ]);
}
