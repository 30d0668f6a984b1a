import type { ExtractText } from '#extraction/extraction';
import { lineText, tableRow } from '#extraction/markdown';
import { mainPartOf, relationsOf } from '#extraction/office-package';
import { unreadPicturesOf } from '#extraction/unread-pictures';
import { readXml, type Attributes, type XmlHandler } from '#extraction/xml';
import { ZipFile } from '#extraction/zip-file';

/**
 * The slides of a presentation in their order, each with a heading. Hidden slides and the notes of the speaker are left out: their author does
 * not show them.
 */
export const extract: ExtractText = ({ bytes, maxChars }) => {
  const zip = new ZipFile(bytes);
  const main = mainPartOf(zip);
  const targets = new Map(relationsOf(zip, main).map(({ id, target }) => [id, target]));
  const slides = slideIds(zip.required(main)).flatMap((id) => targets.get(id) ?? []);
  const texts: string[] = [];
  let shown = 0;
  let read = 0;
  let length = 0;
  for (const name of slides) {
    const slide = new SlideReader();
    readXml(zip.required(name), slide);
    if (slide.isHidden) continue;
    shown += 1;
    // Slides are small: those that are not read are only counted.
    if (length > maxChars) continue;
    const text = slide.markdown(shown);
    texts.push(text);
    length += text.length;
    read = shown;
  }
  return {
    text: texts.join('\n\n'),
    isTruncated: read < shown,
    parts: { unit: 'slides', read, total: shown },
    unreadPictures: unreadPicturesOf(zip),
  };
};

/** The ids of the links to the slides, in the order in which they are shown. */
function slideIds(presentation: Uint8Array): string[] {
  const ids: string[] = [];
  readXml(presentation, {
    opened: (name, attributes) => {
      if (name === 'sldId') ids.push(attributes['r:id'] ?? '');
    },
  });
  return ids;
}

/** Placeholders that repeat on each slide. */
const REPEATED = new Set(['sldNum', 'ftr', 'dt', 'hdr']);
const TITLES = new Set(['title', 'ctrTitle']);

/** Converts a slide to Markdown while it is being read: a heading, the texts of its shapes, its tables. */
class SlideReader implements XmlHandler {
  isHidden = false;
  private title = '';
  private readonly blocks: string[] = [];
  private depth = 0;
  /** The depth from which text is skipped: the fallback of a drawing repeats the text of the drawing. */
  private skippedFrom = Infinity;
  private placeholder = '';
  private lines: string[] = [];
  private line = '';
  private isText = false;
  private cells: string[] | undefined;
  private rows: string[] = [];

  opened(name: string, attributes: Attributes): void {
    this.depth += 1;
    switch (name) {
      case 'sld':
        this.isHidden = /^(0|false)$/.test(attributes['show'] ?? '1');
        break;
      case 'Fallback':
        this.skippedFrom = Math.min(this.skippedFrom, this.depth);
        break;
      case 'sp':
        this.placeholder = '';
        break;
      case 'ph':
        this.placeholder = attributes['type'] ?? 'body';
        break;
      case 't':
        this.isText = true;
        break;
      case 'br':
        this.line += ' ';
        break;
      case 'tr':
        this.cells = [];
        break;
      default:
    }
  }

  text(text: string): void {
    if (this.isText && this.depth < this.skippedFrom) this.line += text;
  }

  closed(name: string): void {
    if (name === 't') this.isText = false;
    if (name === 'p') this.endParagraph();
    if (name === 'sp') this.endShape();
    if (name === 'tc') this.cells?.push(this.takeLines().join(' '));
    if (name === 'tr') this.endRow();
    if (name === 'tbl') this.blocks.push(this.rows.splice(0).join('\n'));
    if (this.depth === this.skippedFrom) this.skippedFrom = Infinity;
    this.depth -= 1;
  }

  markdown(number: number): string {
    const heading = this.title === '' ? `## Slide ${number}` : `## Slide ${number}: ${this.title}`;
    return [heading, ...this.blocks.filter(Boolean)].join('\n\n');
  }

  private endParagraph(): void {
    const line = lineText(this.line);
    this.line = '';
    if (line !== '') this.lines.push(line);
  }

  private endShape(): void {
    const lines = this.takeLines();
    if (TITLES.has(this.placeholder)) this.title = [this.title, ...lines].filter(Boolean).join(' ');
    else if (!REPEATED.has(this.placeholder)) this.blocks.push(lines.join('\n'));
    this.placeholder = '';
  }

  private endRow(): void {
    if (this.cells?.some(Boolean)) this.rows.push(tableRow(this.cells));
    this.cells = undefined;
  }

  private takeLines(): string[] {
    return this.lines.splice(0);
  }
}
