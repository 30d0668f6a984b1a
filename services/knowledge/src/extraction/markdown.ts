/** One row of a Markdown table. */
export const tableRow = (cells: readonly string[]): string => `| ${cells.map(cellText).join(' | ')} |`;

const cellText = (cell: string): string => cell.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');

/** A text as one line. */
export const lineText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
