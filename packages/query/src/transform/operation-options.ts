import { queryError } from '../query-error.ts';
import type { ShapedTable } from './table.ts';

/** Reads the options of one operation; what is missing or wrong is named with the operation and the option. */
export class OperationOptions {
  readonly operation: string;
  readonly #options: Record<string, unknown>;

  constructor(operation: string, options: Record<string, unknown> | null | undefined) {
    this.operation = operation;
    this.#options = options ?? {};
  }

  error(message: string): Error {
    return queryError(`${this.operation}: ${message}`);
  }

  /** An error whose text is recorded in the conformance cases, word for word. */
  recordedError(message: string): Error {
    return queryError(message);
  }

  value(name: string): unknown {
    return this.#options[name] ?? undefined;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.value(name);
    return typeof value === 'boolean' ? value : fallback;
  }

  number(name: string, fallback: number): number;
  number(name: string): number | undefined;
  number(name: string, fallback?: number): number | undefined {
    const value = this.value(name);
    if (value === undefined) return fallback;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.error(`the option "${name}" is no number`);
    return value;
  }

  text(name: string): string {
    const value = this.value(name);
    if (typeof value !== 'string') throw this.error(`the option "${name}" is missing`);
    return value;
  }

  optionalText(name: string): string | undefined {
    return this.value(name) === undefined ? undefined : this.text(name);
  }

  /** A list of names; a single name stands for a list of one. */
  names(name: string): string[] {
    const value = this.value(name);
    if (value === undefined) return [];
    const list = Array.isArray(value) ? value : [value];
    return list.map((each: unknown) => {
      if (typeof each !== 'string') throw this.error(`the option "${name}" is no list of names`);
      return each;
    });
  }

  list(name: string): unknown[] | undefined {
    const value = this.value(name);
    return Array.isArray(value) ? value : undefined;
  }

  /** Names and what they become. */
  entries(name: string): [string, unknown][] {
    const value = this.value(name);
    if (value === undefined) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.error(`the option "${name}" is no object`);
    return Object.entries(value);
  }

  /** Names of columns and the names their results get. */
  mapping(name: string): [string, string][] {
    return this.entries(name).map(([source, target]) => [source, typeof target === 'string' ? target : source]);
  }

  /** @throws ChartroomError 400 when the table has no column whose name starts so */
  requireColumns(table: ShapedTable, names: readonly string[]): void {
    const known = new Set<unknown>(table.columns.map((column) => column.parts[0]));
    if (names.some((name) => !known.has(name))) throw this.recordedError('Referenced columns not available in DataFrame.');
  }
}
