export const CSV = 'text/csv; charset=utf-8';

type Cell = string | number | boolean | null;

// Spreadsheets evaluate cells that begin like this as formulas, also in full width (OWASP "CSV Injection", docs/security.md S48).
const FORMULA = /^[\s\0]*[=+\-@\t\r＝＋－＠]/;

/** One line of CSV (RFC 4180). Text that a spreadsheet would evaluate is prefixed with an apostrophe. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
