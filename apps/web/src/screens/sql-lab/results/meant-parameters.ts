import type { ErrorBody } from '@chartroom/model';
import { distance } from '../editor/sql/nearest.ts';

/** Letters by which a parameter that was given may differ from the one that was meant. */
const MOST = 2;

/** Errors of templates that lack a value, with the parameters that may have been meant. */
export function withMeant(errors: readonly ErrorBody[]): ErrorBody[] {
  return errors.map((error) => {
    if (error.error_type !== 'MISSING_TEMPLATE_PARAMS_ERROR') return error;
    const given = Object.keys(objectIn(error.extra?.template_parameters));
    const wanted = error.extra?.undefined_parameters;
    const lines = (Array.isArray(wanted) ? wanted : []).flatMap((name) =>
      typeof name === 'string' ? meant(name, given) : [],
    );
    return lines.length === 0 ? error : { ...error, message: [error.message, ...lines].join('\n') };
  });
}

function meant(name: string, given: readonly string[]): string[] {
  return given
    .filter((each) => distance(name, each, MOST) <= MOST)
    .map((each) => `Did you mean “${each}” instead of “${name}”?`);
}

function objectIn(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
