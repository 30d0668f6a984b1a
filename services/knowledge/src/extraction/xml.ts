import { SaxesParser } from 'saxes';

const MAX_DEPTH = 200;
/** Decoded at once, so that a large document is never held as bytes and as text. */
const PIECE_BYTES = 65_536;

export type Attributes = Readonly<Record<string, string>>;

/** What happens while XML is read; names are without their prefix, those of attributes with it. */
export interface XmlHandler {
  opened?(name: string, attributes: Attributes): void;
  closed?(name: string): void;
  text?(text: string): void;
}

/**
 * Reads XML from beginning to end. A document type is refused, so that no entities but those of XML itself exist. Throws a RangeError for
 * elements that are nested too deep, any other error for XML that is not well-formed.
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  parser.on('doctype', () => {
    throw new Error('a document type is not allowed');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new RangeError('too deep');
    handler.opened?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.closed?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  const decoder = new TextDecoder(xmlEncoding(bytes));
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const isLast = at + PIECE_BYTES >= bytes.length;
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: !isLast }));
  }
  parser.close();
}

/** XML within documents is UTF-8, or UTF-16 with a byte order mark. */
export function xmlEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
