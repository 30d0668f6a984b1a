import { writeFileSync } from 'node:fs';

/** A figure with its limit, as `npm run bench` prints it (deploy/prepare/bench-figures.mjs). */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly 'at least'?: number;
  readonly 'at most'?: number;
}

/** For the table of all benchmarks. */
export function writeRows(rows: readonly Row[]): void {
  const { BENCH_JSON } = process.env;
  if (BENCH_JSON) writeFileSync(BENCH_JSON, JSON.stringify({ rows }));
}

/** In place of rows, where there is nothing to measure. */
export function writeNotMeasured(reason: string): void {
  const { BENCH_JSON } = process.env;
  if (BENCH_JSON) writeFileSync(BENCH_JSON, JSON.stringify({ notMeasured: reason }));
}

export const areMet = (rows: readonly Row[]): boolean =>
  rows.every((row) => row.value >= (row['at least'] ?? -Infinity) && row.value <= (row['at most'] ?? Infinity));

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
