import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One measured figure. */
export interface Row {
  what: string;
  value: number;
  unit: string;
  /** What it is held against, e.g. the same SQL bare through the driver. */
  against?: { what: string; value: number };
  /** Budget of the design in the same unit, or as a ratio where `against` is given. */
  budget?: number;
  /** Whether more is better. */
  more?: boolean;
  /** What it was before anything was done about it. */
  before?: number | undefined;
}

/** Where figures go. */
export type Told = Pick<Report, 'add'>;

/** Collects rows, prints each as it comes, and writes all of them as JSON. */
export class Report {
  readonly rows: Row[] = [];

  add(row: Row): void {
    this.rows.push(row);
    console.log(lineOf(row));
  }

  write(path: string): void {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(
      path,
      `${JSON.stringify({ at: new Date().toISOString(), node: process.version, rows: this.rows.map((row) => ({ ...row, ratio: ratioOf(row) })) }, null, 2)}\n`,
    );
  }
}

/** Middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function ratioOf(row: Row): number | undefined {
  return row.against ? row.value / row.against.value : undefined;
}

function lineOf(row: Row): string {
  const ratio = ratioOf(row);
  const shown = `${digits(row.value)} ${row.unit}`;
  const against =
    row.against && ratio !== undefined
      ? ` = ${ratio.toFixed(2)} × [${row.against.what}: ${digits(row.against.value)} ${row.unit}]`
      : '';
  const before = row.before === undefined ? '' : `; once ${digits(row.before)} ${row.unit}`;
  if (row.budget === undefined) return `${row.what}: ${shown}${against}${before}`;
  const measured = ratio ?? row.value;
  const kept = row.more ? measured >= row.budget : measured <= row.budget;
  const sign = row.more ? '≥' : '≤';
  return `${row.what}: ${shown}${against}  (budget ${sign} ${digits(row.budget)}${ratio === undefined ? ` ${row.unit}` : ' ×'}: ${kept ? 'kept' : `MISSED${byHowMuch(measured, row)}`}${before})`;
}

/** By which part of its budget a figure misses it. */
function byHowMuch(measured: number, { budget = 0, more }: Row): string {
  const part = (more ? budget - measured : measured - budget) / budget;
  return Number.isFinite(part) ? ` by ${Math.ceil(part * 100)} %` : '';
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}
