import { Budget, USUAL_LIMITS } from './budget.ts';
import type { Scene, TemplateRequest, TemplateTrace } from './macros/macro.ts';
import { macroFilters, macros } from './macros/registry.ts';
import { isTemplate, renderText } from './render-template.ts';
import { TemplateProblem } from './template-problem.ts';
import { fromJson, type Value } from './value.ts';

/** Texts that refer to one another, this many times over, refer in a circle. */
const DEEPEST_REFERENCE = 10;

/** Renders the templates of one question, all within one budget, and keeps what they looked at. */
export class TemplateRenderer {
  readonly trace: TemplateTrace = {
    cacheKeys: [],
    applied: new Set(),
    removed: new Set(),
    tables: new Map(),
    unknown: new Set(),
  };
  readonly #describe: () => TemplateRequest;
  readonly #budget = new Budget(USUAL_LIMITS);
  #request: TemplateRequest | undefined;

  /** `request` is asked for when the first template is met. */
  constructor(request: () => TemplateRequest) {
    this.#describe = request;
  }

  /**
   * The text that a template makes; text without template parts stays as it is but for a line break at its end.
   * @throws TemplateProblem 422 (404 for datasets that are not there); DatasetNeeded and PartitionsNeeded when
   * something must be fetched first
   */
  render(text: string): string {
    return isTemplate(text) ? this.#render(text, 0) : text.replace(/\n$/, '');
  }

  /** How many values the names of a template stand for: they are laid out for each one. */
  #sizeOf({ values }: TemplateRequest): number {
    return Object.values(values).reduce<number>(
      (sum, value) => sum + (Array.isArray(value) ? value.length : 1),
      0,
    );
  }

  #render(text: string, depth: number): string {
    if (depth > DEEPEST_REFERENCE)
      throw new TemplateProblem('limit', 'Metrics refer to one another in a circle.');
    this.#request ??= this.#describe();
    const request = this.#request;
    const scene: Scene = {
      request,
      trace: this.trace,
      render: (inner) => (isTemplate(inner) ? this.#render(inner, depth + 1) : inner),
    };
    this.#budget.spend(Math.ceil(this.#sizeOf(request) / 8));
    const values = [
      ...macros.map(({ name, value }): [string, Value] => [name, value(scene)]),
      ...Object.entries(request.values).map(([name, value]): [string, Value] => [name, fromJson(value)]),
    ];
    return renderText(
      text,
      {
        values,
        filters: macroFilters.map(({ name, filter }) => [name, filter(scene)] as const),
        unknown: this.trace.unknown,
      },
      this.#budget,
    );
  }
}
