import type { DatabaseGiven, ErrorBody, ErrorType } from '@chartroom/model';
import type { FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import { errorsOf } from '../../api/client.ts';
import type { ConnectionForm } from './connection-form.ts';
import { checkParameters } from './databases-api.ts';

/** Fields that are at fault where an engine says so without naming them. */
const AT_FAULT: Partial<Record<ErrorType, readonly string[]>> = {
  CONNECTION_INVALID_USERNAME_ERROR: ['username'],
  CONNECTION_INVALID_PASSWORD_ERROR: ['password'],
  CONNECTION_ACCESS_DENIED_ERROR: ['username', 'password'],
  CONNECTION_INVALID_HOSTNAME_ERROR: ['host'],
  CONNECTION_HOST_DOWN_ERROR: ['host'],
  CONNECTION_PORT_CLOSED_ERROR: ['port'],
  CONNECTION_UNKNOWN_DATABASE_ERROR: ['database'],
};

/** What is said at each field: of those that miss something only where somebody has been already. */
export function fieldProblems(
  errors: readonly ErrorBody[],
  visited: ReadonlySet<string>,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const tell = (name: string, text: string) => found.set(name, [...(found.get(name) ?? []), text]);
  for (const { error_type, message, extra } of errors) {
    for (const name of namesIn(extra?.missing)) if (visited.has(name)) tell(name, 'This is a required field');
    const invalid = namesIn(extra?.invalid);
    for (const name of invalid.length > 0 ? invalid : (AT_FAULT[error_type] ?? [])) tell(name, message);
  }
  return found;
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/**
 * Looks at the fields of an engine's form whenever one of them is left, and says at each what is wrong
 * (contract/ui.md G1). Answers what is called when a field is left.
 */
export function useFieldCheck(
  form: FormInstance<ConnectionForm>,
  bodyNow: () => DatabaseGiven & { engine: string; id: number | undefined },
): (name: string) => void {
  const running = useRef<AbortController>(undefined);
  const visited = useRef(new Set<string>());
  const told = useRef<string[]>([]);
  useEffect(() => () => running.current?.abort(), []);
  const check = async (signal: AbortSignal) => {
    const problems = await checkParameters(bodyNow(), signal).then(
      () => new Map<string, string[]>(),
      (error: unknown) => fieldProblems(errorsOf(error), visited.current),
    );
    if (signal.aborted) return;
    const names = new Set([...told.current, ...problems.keys()]);
    form.setFields(
      [...names].map((name) => ({ name: ['parameters', name], errors: problems.get(name) ?? [] })),
    );
    told.current = [...problems.keys()];
  };
  return (name) => {
    visited.current.add(name);
    running.current?.abort();
    running.current = new AbortController();
    // A document that cannot be read yet is told at its own field.
    check(running.current.signal).catch(() => undefined);
  };
}
