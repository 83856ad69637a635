import { type Bounds, ChartroomError, isJsonObject, type JsonObject, type JsonValue } from '@chartroom/model';
import { isTemplate, type TemplateFilter, TemplateProblem } from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataPorts, SqlQuestion } from '../ports.ts';
import { rendered, toldNothing } from './render-request.ts';

/**
 * A script with its templates rendered, where it has parameters for them (contract/query.md §5.1). The parameter
 * `_filters` stands in for the filters of a dashboard.
 * @throws ChartroomError MISSING_TEMPLATE_PARAMS_ERROR for names without a value, INVALID_TEMPLATE_PARAMS_ERROR for
 * templates that cannot be rendered
 */
export async function renderScript<Question extends SqlQuestion>(
  database: OpenDatabase,
  question: Question,
  ports: DataPorts,
  bounds: Bounds,
): Promise<Question> {
  const { templateParams, sql, who } = question;
  if (!templateParams || !isTemplate(sql)) return question;
  const { _filters, ...values } = templateParams;
  const told = { ...toldNothing(values), filters: filtersOf(_filters) };
  const place = {
    database,
    ports,
    who,
    now: ports.now(),
    bounds,
    usual: { schema: question.schema, catalog: question.catalog },
  };
  try {
    const { result, trace } = await rendered(
      place,
      who,
      () => told,
      (renderer) => renderer.render(sql.trim().replace(/;\s*$/, '')),
    );
    if (trace.unknown.size > 0) throw missing([...trace.unknown], templateParams);
    return { ...question, sql: result };
  } catch (error) {
    throw error instanceof TemplateProblem ? asScriptError(error, templateParams) : error;
  }
}

function asScriptError(problem: TemplateProblem, templateParams: JsonObject): ChartroomError {
  const name = problem.kind === 'undefined' ? /^'(.+)' is undefined$/.exec(problem.reason)?.[1] : undefined;
  if (name !== undefined) return missing([name], templateParams);
  return new ChartroomError(problem.message, {
    status: problem.status,
    error_type: 'INVALID_TEMPLATE_PARAMS_ERROR',
    level: 'error',
    extra: problem.extra,
    cause: problem,
  });
}

function missing(names: string[], templateParams: JsonObject): ChartroomError {
  const list = names.map((name) => `"${name}"`).join(', ');
  const message =
    names.length === 1
      ? `The parameter ${list} in your query is undefined.`
      : `The following parameters in your query are undefined: ${list}.`;
  const parameters: JsonValue = JSON.parse(JSON.stringify(templateParams));
  return new ChartroomError(message, {
    status: 400,
    error_type: 'MISSING_TEMPLATE_PARAMS_ERROR',
    level: 'error',
    extra: { undefined_parameters: names, template_parameters: parameters },
  });
}

function filtersOf(given: JsonValue | undefined): TemplateFilter[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const { col, op, val } = each;
    return typeof col === 'string' && typeof op === 'string'
      ? [{ col, op: op.toUpperCase(), val: val ?? null }]
      : [];
  });
}
