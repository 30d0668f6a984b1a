import { tableRow, lineText } from '#extraction/markdown';
import { numberText, type NumberFormat } from '#extraction/number-formats';
import type { Attributes, XmlHandler } from '#extraction/xml';

const MAX_CELLS = 200_000;
/** Further columns are left out: one cell in the last column of a sheet must not bring 16,384 empty ones. */
const MAX_COLUMNS = 256;

export interface Workbook {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly isDate1904: boolean;
}

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
}

/** Converts the cells of a sheet to Markdown tables while they are being read. An empty row ends a table; a single cell before one is its title. */
export class SheetReader implements XmlHandler {
  /** Whether the sheet has cells that are not in the text. */
  isTruncated = false;
  /** Whether no more cells are read. */
  isFull = false;
  private readonly workbook: Workbook;
  private readonly maxChars: number;
  private readonly blocks: string[] = [];
  private rows: string[] = [];
  private length = 0;
  private cells = 0;
  /** The first column of the open table. */
  private firstColumn = 0;
  private rowNumber = 0;
  private lastUsedRow = 0;
  private row: { column: number; text: string }[] = [];
  private column = 0;
  private cell: Cell | undefined;
  private isValue = false;
  private isReading = false;

  constructor(workbook: Workbook, maxChars: number) {
    this.workbook = workbook;
    this.maxChars = maxChars;
  }

  opened(name: string, attributes: Attributes): void {
    if (name === 'row') {
      this.rowNumber = Number(attributes['r']) || this.rowNumber + 1;
      this.row = [];
      this.column = 0;
    }
    if (name === 'c') this.openCell(attributes);
    if (name === 'rPh') this.isReading = true;
    if ((name === 'v' || name === 't') && !this.isReading) this.isValue = true;
  }

  text(text: string): void {
    if (this.isValue && this.cell) this.cell.value += text;
  }

  closed(name: string): void {
    if (name === 'v' || name === 't') this.isValue = false;
    if (name === 'rPh') this.isReading = false;
    if (name === 'c') this.closeCell();
    if (name === 'row') this.closeRow();
  }

  /** The whole sheet. */
  end(): string {
    this.endTable();
    return this.blocks.join('\n\n');
  }

  private openCell(attributes: Attributes): void {
    this.column = columnOf(attributes['r'] ?? '') ?? this.column + 1;
    this.cells += 1;
    if (this.cells > MAX_CELLS) this.stop();
    this.cell = { column: this.column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' };
  }

  private closeCell(): void {
    const { cell } = this;
    this.cell = undefined;
    if (!cell || this.isFull) return;
    const text = lineText(this.textOf(cell));
    if (text !== '') this.row.push({ column: cell.column, text });
  }

  private textOf({ type, style, value }: Cell): string {
    const { strings, formats, isDate1904 } = this.workbook;
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    // An error such as #REF! says nothing to who asks.
    if (type === 'e') return '';
    return type === 'n' ? numberText(value, formats[style] ?? 'number', isDate1904) : value;
  }

  private closeRow(): void {
    const [first] = this.row;
    if (!first || this.isFull) return;
    if (this.rowNumber > this.lastUsedRow + 1) this.endTable();
    this.lastUsedRow = this.rowNumber;
    if (this.rows.length === 0) {
      this.firstColumn = first.column;
      if (this.row.length === 1) return this.add(this.blocks, first.text);
    }
    this.add(this.rows, tableRow(this.cellTexts(first.column)));
  }

  private cellTexts(column: number): string[] {
    this.firstColumn = Math.min(this.firstColumn, column);
    const cells: string[] = [];
    for (const { column: at, text } of this.row) {
      const place = at - this.firstColumn;
      if (place >= MAX_COLUMNS) this.isTruncated = true;
      else {
        while (cells.length < place) cells.push('');
        cells[place] = text;
      }
    }
    return cells;
  }

  private add(list: string[], text: string): void {
    const left = this.maxChars - this.length;
    if (text.length > left) this.stop();
    // A single row may be longer than all that fits.
    if (text.length <= left || this.length === 0) list.push(text.slice(0, left));
    this.length += text.length + 1;
  }

  private stop(): void {
    this.isFull = true;
    this.isTruncated = true;
  }

  private endTable(): void {
    if (this.rows.length > 0) this.blocks.push(this.rows.join('\n'));
    this.rows = [];
  }
}

/** The number of the column in a reference such as C7, from 1. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}
