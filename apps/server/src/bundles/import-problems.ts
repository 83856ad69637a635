import { ChartroomError, type JsonObject } from '@chartroom/model';

/** What stands in the way of an import: file → problem. */
export type Problems = Record<string, JsonObject | string>;

/** 422 in the form that clients know (contract/api.md §5.4). */
export function importError(model: string, problems: Problems): ChartroomError {
  return new ChartroomError(`Error importing ${model}`, {
    status: 422,
    error_type: 'GENERIC_COMMAND_ERROR',
    level: 'warning',
    extra: JSON.parse(JSON.stringify(problems)),
  });
}
