import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, REQUIRED, select, slider, special } from '../../controls/control-makers.ts';
import { ZOOMS } from './sizes.ts';
import { smallTypeNames } from './small-types.ts';

const SIZE = { width: 100, height: 100 };

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Configuration',
      tab: 'data',
      expanded: true,
      ...laidOut(
        special('SelectAsyncControl', 'selected_chart', 'Chart', undefined, {
          ...REQUIRED,
          fromDatasource: true,
          description: `The chart that is drawn at each place, of the same dataset: ${smallTypeNames().join(', ')}.`,
        }),
        select('geom_column', 'Geometry Column', undefined, undefined, {
          ...REQUIRED,
          fromDatasource: true,
          choicesFrom: ({ datasource }) =>
            (datasource?.columns ?? []).map(({ column_name, verbose_name }) => [
              column_name,
              verbose_name || column_name,
            ]),
          description: 'Says where a row is, as GeoJSON of a point.',
        }),
      ),
    },
    {
      label: 'Map Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        special('MapViewControl', 'map_view', 'Extent', { mode: 'FIT_DATA' }, { renderTrigger: true }),
        special('LayerConfigsControl', 'layer_configs', 'Layers', [], { renderTrigger: true }),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        special(
          'ColorPickerControl',
          'chart_background_color',
          'Background Color',
          { r: 255, g: 255, b: 255, a: 0.2 },
          { renderTrigger: true },
        ),
        slider('chart_background_border_radius', 'Corner Radius', 10, {
          renderTrigger: true,
          min: 0,
          max: 100,
          step: 1,
        }),
        special(
          'ZoomConfigControl',
          'chart_size',
          'Chart size',
          {
            type: 'FIXED',
            configs: { zoom: 6, ...SIZE, slope: 30, exponent: 2 },
            values: Object.fromEntries(ZOOMS.map((zoom) => [zoom, SIZE])),
          },
          { renderTrigger: true },
        ),
      ),
    },
  ],
};
