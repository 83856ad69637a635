import { metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { formColors, type LabelColors } from '../../format/label-colors.ts';
import { metricsOf } from '../../question/read-form.ts';
import { formatsOf } from '../timeseries/formats.ts';
import { tableOf } from '../timeseries/rows.ts';
import type { SeriesContext } from '../timeseries/series-context.ts';
import { settingsOf } from '../timeseries/settings.ts';
import { axisOf, drawnForm, type Part } from './forms.ts';

/** One question with its answer, ready to be drawn as a chart along time. */
export interface MixedPart {
  part: Part;
  /** The axis of values that its series stand on. */
  axis: 0 | 1;
  context: SeriesContext;
}

/** Both questions; they share the kind of their axis, and the colour of a name. */
export function partsOf(input: DrawInput): readonly [MixedPart, MixedPart] {
  const color = input.colors ?? formColors(input.form);
  const [first, second] = input.results;
  const a = partOf(input, 'A', first, color);
  const b = partOf(input, 'B', second, color);
  const { axisKind, axisIsTime } = (first ? a : b).context.settings;
  const alike = (each: MixedPart): MixedPart => {
    const settings = { ...each.context.settings, axisKind, axisIsTime };
    const formats = formatsOf(settings, each.context.input);
    return { ...each, context: { ...each.context, settings, formats } };
  };
  return [alike(a), alike(b)];
}

function partOf(
  input: DrawInput,
  part: Part,
  result: DrawInput['results'][number] | undefined,
  color: LabelColors,
): MixedPart {
  const form = drawnForm(input.form, part);
  const own: DrawInput = { ...input, form, results: result ? [result] : [] };
  // Points of lines can be clicked, whatever the tooltip is about.
  const settings = { ...settingsOf(own, {}), rich: false };
  const table = tableOf(settings, result, input.datasource.verbose_map);
  const series = table.series.map((each) => ({ ...each, name: seriesName(own, part, each.name) }));
  const context: SeriesContext = {
    settings,
    input: own,
    table: { ...table, series },
    formats: formatsOf(settings, own),
    color,
    partsOf: (column) => result?.label_map[column] ?? [column],
  };
  return { part, axis: axisOf(input.form, part), context };
}

/** A series of a dimension is named by the metric, too: the other question may have the same dimension. */
function seriesName({ form, datasource }: DrawInput, part: Part, name: string): string {
  const identifier = form.show_query_identifiers ? ` (Query ${part})` : '';
  const [metric] = metricsOf(form.metrics).map(metricLabel);
  if ((form.groupby?.length ?? 0) === 0 || metric === undefined) return `${name}${identifier}`;
  const prefix = `${datasource.verbose_map[metric] ?? metric}${identifier}`;
  return name.includes(prefix) ? name : `${prefix}, ${name}`;
}
