import { type ChartType, type ChartTypeFacts, defineChartType } from '../../chart-type.ts';
import { type FamilyPanel, familyControls } from './controls.ts';
import { drawFamily } from './draw.ts';
import { question } from './question.ts';
import type { FixedMark } from './settings.ts';

/** Declares a member of the time-series family: its panel, and what it fixes of its mark. */
export function defineTimeseries(
  facts: ChartTypeFacts,
  panel: FamilyPanel,
  fixed: FixedMark = {},
): ChartType {
  return defineChartType(facts, {
    controls: familyControls(panel),
    question,
    draw: (input) => drawFamily(input, fixed),
  });
}
