import type { ChartDataResult, ChartFormData } from '@chartroom/model';
import { textOf } from '../../question/read-form.ts';
import { filledTemplate } from './template.ts';
import { TemplateProblem } from './values.ts';

/** The filled template and its looks, or what is wrong with one of them. */
export type Page = { markup: string; css: string; problem?: undefined } | { problem: string };

/** Styles that stand in the template itself; they count as those of the chart. */
const STYLES = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi;

/** Fills the template and the styles of a chart with the rows of its answer. */
export function pageOf(form: ChartFormData, results: readonly ChartDataResult[]): Page {
  const template = textOf(form.handlebarsTemplate);
  if (template === undefined) return { problem: 'The template is empty.' };
  const context = { data: results[0]?.data ?? [] };
  try {
    const markup = filledTemplate(template, context);
    const own = [...markup.matchAll(STYLES)].map(([, css]) => css ?? '');
    return {
      markup,
      css: [filledTemplate(textOf(form.styleTemplate) ?? '', context), ...own].join('\n').trim(),
    };
  } catch (error) {
    if (error instanceof TemplateProblem) return { problem: error.message };
    throw error;
  }
}
