export type Cell = string | number | boolean | null;

// A spreadsheet takes what begins like this for a formula, in East Asia also in full width (OWASP, CSV injection; S48).
const FORMULA = /^[\s\0]*[=+\-@\t\r＝＋－＠]/;

/** One line of CSV (RFC 4180); a text that a spreadsheet would calculate gets an apostrophe in front. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
