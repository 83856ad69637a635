import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption } from '../../draw/base-option.ts';
import { totalText } from '../../draw/total-text.ts';
import { formColors } from '../../format/label-colors.ts';
import { laterNumbers } from '../../format/number.ts';
import type { RoseData } from './wedges.ts';

const percentText = laterNumbers('.1%');
/** Room for the moment above the pie. */
const TITLE_ROOM = 28;

/** The series of one moment as shares of a whole; undefined where there is none. */
export function wedgePie(
  input: DrawInput,
  { moments, series }: RoseData,
  at: number,
  title: string,
): EChartsDrawing | undefined {
  if (moments[at] === undefined) return undefined;
  const { theme } = input;
  const color = input.colors ?? formColors(input.form);
  const parts = series.map(({ line }) => ({
    name: line.name,
    value: Math.max(0, line.points[at]?.y ?? 0),
    itemStyle: { color: color(line.name) },
  }));
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      graphic: [totalText(theme, title, 4)],
      series: [
        {
          type: 'pie',
          radius: '70%',
          top: TITLE_ROOM,
          itemStyle: { borderColor: theme.colorBackground, borderWidth: 1 },
          label: {
            color: theme.colorText,
            fontFamily: theme.fontFamily,
            formatter: ({ name, percent }) => `${name}: ${percentText((percent ?? 0) / 100)}`,
          },
          data: parts.filter(({ value }) => value > 0),
        },
      ],
    },
  };
}
