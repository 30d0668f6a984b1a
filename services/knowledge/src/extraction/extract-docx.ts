import type { ExtractText } from '#extraction/extraction';
import { tableRow } from '#extraction/markdown';
import { mainPartOf, relationsOf } from '#extraction/office-package';
import { unreadPicturesOf } from '#extraction/unread-pictures';
import { headingLevels, levelOf } from '#extraction/word-styles';
import { readXml, type Attributes, type XmlHandler } from '#extraction/xml';
import { ZipFile } from '#extraction/zip-file';

const NOTES = new Set(['footnotes', 'endnotes']);

/** The text of a Word file as Markdown with its headings, lists and tables; footnotes and endnotes come last. */
export const extract: ExtractText = ({ bytes, maxChars }) => {
  const zip = new ZipFile(bytes);
  const main = mainPartOf(zip);
  const relations = relationsOf(zip, main);
  const styles = zip.read(relations.find(({ type }) => type === 'styles')?.target ?? '');
  const levels = styles ? headingLevels(styles) : new Map<string, number>();
  const parts = [main, ...relations.filter(({ type }) => NOTES.has(type)).map(({ target }) => target)];
  const read: WordPart[] = [];
  for (const name of parts) {
    const content = name === main ? zip.required(name) : zip.read(name);
    if (!content) continue;
    const part = new WordPart(maxChars, levels);
    readXml(content, part);
    read.push(part);
  }
  const texts = read.map(({ markdown }) => markdown).filter((text) => text !== '');
  return {
    text: texts.join('\n\n'),
    isTruncated: read.some(({ isTruncated }) => isTruncated),
    unreadPictures: unreadPicturesOf(zip),
  };
};

type Kind = 'paragraph' | 'item' | 'row';

/** Converts WordprocessingML to Markdown while it is being read. */
class WordPart implements XmlHandler {
  markdown = '';
  isTruncated = false;
  private readonly maxChars: number;
  /** The heading level by the id of a style. */
  private readonly levels: ReadonlyMap<string, number>;
  private depth = 0;
  /** The depth from which text is skipped: the fallback of a drawing repeats the text of the drawing. */
  private skippedFrom = Infinity;
  private isRun = false;
  private isText = false;
  private line = '';
  private level = 0;
  private kind: Kind = 'paragraph';
  private lastKind: Kind = 'paragraph';
  /** The cells of the open table rows, the innermost row last. */
  private readonly rows: string[][] = [];

  constructor(maxChars: number, levels: ReadonlyMap<string, number>) {
    this.maxChars = maxChars;
    this.levels = levels;
  }

  opened(name: string, attributes: Attributes): void {
    this.depth += 1;
    // How a Japanese word is read is written beside it.
    if (name === 'Fallback' || name === 'rt') this.skippedFrom = Math.min(this.skippedFrom, this.depth);
    const value = attributes['w:val'] ?? attributes['val'] ?? '';
    switch (name) {
      case 'r':
        this.isRun = true;
        break;
      case 't':
        this.isText = true;
        break;
      case 'tab':
        if (this.isRun) this.append('\t');
        break;
      case 'br':
      case 'cr':
        this.append(this.rows.length > 0 ? ' ' : '\n');
        break;
      case 'noBreakHyphen':
        this.append('-');
        break;
      case 'pStyle':
        this.level = this.levels.get(value) ?? this.level;
        break;
      case 'outlineLvl':
        this.level = levelOf(value) ?? this.level;
        break;
      case 'numPr':
        this.kind = 'item';
        break;
      case 'tr':
        this.rows.push([]);
        break;
      case 'tc':
        this.rows.at(-1)?.push('');
        break;
      default:
    }
  }

  text(text: string): void {
    if (this.isText) this.append(text);
  }

  closed(name: string): void {
    if (name === 'r') this.isRun = false;
    if (name === 't') this.isText = false;
    if (name === 'p') this.endParagraph();
    if (name === 'tr') this.endRow();
    if (this.depth === this.skippedFrom) this.skippedFrom = Infinity;
    this.depth -= 1;
  }

  private append(text: string): void {
    if (this.depth >= this.skippedFrom || this.isTruncated) return;
    this.line += text;
    if (this.markdown.length + this.line.length > this.maxChars) this.isTruncated = true;
  }

  private endParagraph(): void {
    const { line, level, kind } = this;
    this.line = '';
    this.level = 0;
    this.kind = 'paragraph';
    if (line.trim() === '') return;
    if (this.rows.length > 0) this.addToCell(line.trim());
    else if (level > 0) this.add(`${'#'.repeat(level)} ${line.trim()}`, 'paragraph');
    else this.add(kind === 'item' ? `- ${line}` : line, kind);
  }

  private endRow(): void {
    const cells = this.rows.pop() ?? [];
    if (cells.every((cell) => cell === '')) return;
    if (this.rows.length > 0) this.addToCell(cells.filter(Boolean).join(' '));
    else this.add(tableRow(cells), 'row');
  }

  private addToCell(text: string): void {
    const row = this.rows.at(-1);
    // Word never writes a nested table outside a cell; if a file has one, its text is kept.
    if (row) row.push([row.pop() ?? '', text].filter(Boolean).join(' '));
  }

  private add(line: string, kind: Kind): void {
    const separator = kind !== 'paragraph' && kind === this.lastKind ? '\n' : '\n\n';
    this.markdown = this.markdown === '' ? line : this.markdown + separator + line;
    this.lastKind = kind;
  }
}
