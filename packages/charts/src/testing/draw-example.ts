import type { ChartExample, ChartType, Drawing, DrawTheme } from '../chart-type.ts';
import { formColors } from '../format/label-colors.ts';

/** The page's colours by day and by night, for pictures without a page. */
export const LIGHT_THEME: DrawTheme = {
  dark: false,
  colorText: '#1f2328',
  colorTextSecondary: '#5c6670',
  colorBorder: '#d0d7de',
  colorSplit: '#e6eaee',
  colorBackground: '#ffffff',
  colorPrimary: '#1a7f96',
  colorSuccess: '#2e7d32',
  colorError: '#c62828',
  fontFamily: 'system-ui, sans-serif',
};

export const DARK_THEME: DrawTheme = {
  dark: true,
  colorText: '#e6edf3',
  colorTextSecondary: '#9aa7b4',
  colorBorder: '#3d4752',
  colorSplit: '#2c343c',
  colorBackground: '#15191e',
  colorPrimary: '#4fb8d0',
  colorSuccess: '#66bb6a',
  colorError: '#ef5350',
  fontFamily: 'system-ui, sans-serif',
};

/** The drawing of a chart type's example, in 600 × 400 pixels unless told otherwise. */
export function drawExample(
  chart: ChartType,
  { form, results, parts }: ChartExample,
  {
    theme = LIGHT_THEME,
    width = 600,
    height = 400,
  }: { theme?: DrawTheme; width?: number; height?: number } = {},
): Drawing {
  const datasource = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };
  const around = { datasource, width, height, theme };
  const colors = formColors(form);
  const drawn = parts?.map((part) => ({
    name: part.name,
    drawing: part.chart.draw({
      ...around,
      colors,
      form: part.example.form,
      results: part.example.results,
    }),
  }));
  return chart.draw({ ...around, form, results, parts: drawn });
}
