import type { ChartFormData } from '@chartroom/model';
import { amountOf } from '../../draw/row-names.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { listed, membersOf, textOf } from '../../question/read-form.ts';
import type { MixedPart } from './parts.ts';
import type { DrawnSeries } from './series.ts';

/** What is written over the place or the mark pointed at: every series, each as its axis writes. */
export function tooltipFormatter(
  form: ChartFormData,
  parts: readonly MixedPart[],
  drawn: readonly DrawnSeries[],
): (events: unknown) => string {
  const byId = new Map(drawn.map((each) => [each.id, each]));
  return (given) => {
    const events = listed(given).map(membersOf);
    const [first] = events;
    const rows = events.flatMap((event) => {
      const amount = amountOf(listed(event.value)[1]);
      const part = byId.get(String(event.seriesId))?.part ?? parts[0];
      if (amount === null || !part) return [];
      const text = part.context.formats.axis(amount);
      return [{ name: String(event.seriesName), color: textOf(event.color), values: [text], amount }];
    });
    const shown = form.tooltipSortByMetric ? rows.toSorted((a, b) => b.amount - a.amount) : rows;
    const heading = parts[0]?.context.formats.heading(listed(first?.value)[0]) ?? '';
    return tooltipMarkup(heading, shown);
  };
}
