import type { ChartDataResult, ChartFormData } from '@chartroom/model';
import { textOf } from '../../question/read-form.ts';
import { filledTemplate } from './template.ts';
import { TemplateProblem } from './values.ts';

/** The filled template and its looks, or what is wrong with one of them. */
export type Page = { markup: string; css: string; problem?: undefined } | { problem: string };

/** Fills the template and the styles of a chart with the rows of its answer. */
export function pageOf(form: ChartFormData, results: readonly ChartDataResult[]): Page {
  const template = textOf(form.handlebarsTemplate);
  if (template === undefined) return { problem: 'The template is empty.' };
  const context = { data: results[0]?.data ?? [] };
  try {
    return {
      markup: filledTemplate(template, context),
      css: filledTemplate(textOf(form.styleTemplate) ?? '', context),
    };
  } catch (error) {
    if (error instanceof TemplateProblem) return { problem: error.message };
    throw error;
  }
}
