/** The part of the DOM that is used here; this project is compiled without browser types. */
export interface MeasuredNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<MeasuredNode>;
}

interface Measure {
  /** Where its text begins and ends in the text of the page without spaces. */
  readonly start: number;
  end: number;
  /** The characters of it that stand in links. */
  inLinks: number;
  readonly isInHeading: boolean;
}

const HEADING = /^(?:H[1-6]|DT|SUMMARY)$/i;
const ELEMENT = 1;
/** Text, and CDATA. */
const TEXTS = new Set([3, 4]);
/** How many characters at the end of an element are looked at for a question mark. */
const MAX_ENDING_CHARS = 200;
/** No sign of a question twice: otherwise each of a long row of them would be tried to its end. */
const ASKS = /[?？؟][^\p{L}\p{N}?？؟]*$/u;

/** What is asked of the texts of elements, read once for all of them: elements may stand deep in each other, each with a long text. */
export class PageMeasures {
  private readonly text: string;
  private readonly measures = new Map<MeasuredNode, Measure>();

  constructor(root: MeasuredNode) {
    const pieces: string[] = [];
    let length = 0;
    const open = [this.opened(root, undefined, length)];
    for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
      const { value: child, done } = current.children.next();
      if (done) {
        open.pop();
        current.measure.end = length;
        const outer = open.at(-1)?.measure;
        if (outer) outer.inLinks += current.isLink ? length - current.measure.start : current.measure.inLinks;
      } else if (child.nodeType === ELEMENT) open.push(this.opened(child, current, length));
      else if (TEXTS.has(child.nodeType)) {
        const piece = (child.textContent ?? '').replaceAll(/\s+/g, '');
        pieces.push(piece);
        length += piece.length;
      }
    }
    this.text = pieces.join('');
  }

  /** Which part of its characters without spaces stands in links, from 0 to 1: 1 for an element without text or outside the page. */
  shareInLinks(element: MeasuredNode): number {
    const { start, end, inLinks } = this.measures.get(element) ?? NOT_MEASURED;
    return end > start ? inLinks / (end - start) : 1;
  }

  /** Whether a question mark stands at its end, with at most signs behind it. */
  asks(element: MeasuredNode): boolean {
    const { start, end } = this.measures.get(element) ?? NOT_MEASURED;
    return ASKS.test(this.text.slice(Math.max(start, end - MAX_ENDING_CHARS), end));
  }

  isInHeading(element: MeasuredNode): boolean {
    return this.measures.get(element)?.isInHeading ?? false;
  }

  private opened(node: MeasuredNode, outer: OpenElement | undefined, start: number): OpenElement {
    const isInHeading = HEADING.test(node.nodeName) || outer?.measure.isInHeading === true;
    const measure = { start, end: start, inLinks: 0, isInHeading };
    this.measures.set(node, measure);
    return { measure, children: node.childNodes[Symbol.iterator](), isLink: /^a$/i.test(node.nodeName) };
  }
}

interface OpenElement {
  readonly measure: Measure;
  readonly children: Iterator<MeasuredNode, undefined>;
  readonly isLink: boolean;
}

const NOT_MEASURED: Measure = { start: 0, end: 0, inLinks: 0, isInHeading: false };
