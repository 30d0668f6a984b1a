import { writeFileSync } from 'node:fs';

type Cell = string | number;

/** Prints rows as a table of Markdown, and writes them as JSON to the file that BENCH_JSON names. */
export function report<C extends string>(name: string, columns: readonly C[], rows: readonly Readonly<Record<C, Cell>>[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(line(columns) + line(columns.map(() => '---')));
  for (const row of rows) process.stdout.write(line(columns.map((column) => textOf(row[column]))));
  const path = process.env['BENCH_JSON'];
  if (path) writeFileSync(path, `${JSON.stringify({ name, node: process.version, rows }, null, 2)}\n`);
}

const textOf = (cell: Cell): string => (typeof cell === 'number' && !Number.isInteger(cell) ? cell.toFixed(2) : String(cell));
