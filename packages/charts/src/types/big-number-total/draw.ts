import type { DrawInput, TextDrawing } from '../../chart-type.ts';
import { bigNumberLines, bigNumberSettings } from '../../draw/big-number.ts';
import { colorRules, ruleColor } from '../../format/conditional-colors.ts';

/** One number; rules may colour it. */
export function draw(input: DrawInput): TextDrawing {
  const { form, results, theme, height } = input;
  const settings = bigNumberSettings(input);
  const value = settings.read(results[0]?.data[0]?.[settings.metric]);
  const amounts = typeof value === 'number' ? [value] : [];
  const rules = colorRules(form.conditional_formatting, theme, () => amounts);
  const headerColor = typeof value === 'number' ? ruleColor(rules, settings.metric, value) : undefined;
  return {
    kind: 'text',
    lines: bigNumberLines(input, settings, height, { header: settings.write(value), headerColor }),
    facts: {
      bigNumber: value,
      headerFontSize: form.header_font_size,
      subtitle: settings.subtitle,
      metricName: settings.metricName,
    },
  };
}
