import { unzipSync } from 'fflate';

const MAX_ENTRIES = 2000;
const MAX_ENTRY_BYTES = 20_000_000;
const MAX_TOTAL_BYTES = 40_000_000;
/** Of the flags of an entry: its content is encrypted. */
const ENCRYPTED = 1;
const FLAGS_AT = 6;

/** Why a document cannot be opened without a key; the name is the one that PDF libraries use. */
export class PasswordException extends Error {
  override readonly name = 'PasswordException';
}

/**
 * The entries of a ZIP archive, inflated one at a time when they are asked for. Their declared sizes are checked before, and never more than
 * declared is inflated. Names are only compared: nothing is written anywhere. Throws a RangeError for an archive that is too large.
 */
export class ZipFile {
  private readonly bytes: Uint8Array;
  private readonly sizes = new Map<string, number>();
  private inflated = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    let entries = 0;
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries += 1;
        if (entries > MAX_ENTRIES) throw new RangeError('too many entries');
        // Of several entries of one name the first is read.
        if (!this.sizes.has(name)) this.sizes.set(name, originalSize);
        return false;
      },
    });
    if (((bytes[FLAGS_AT] ?? 0) & ENCRYPTED) !== 0) throw new PasswordException('the archive is encrypted');
  }

  has(name: string): boolean {
    return this.sizes.has(name);
  }

  names(): Iterable<string> {
    return this.sizes.keys();
  }

  /** The content of an entry; undefined when there is none of this name. */
  read(name: string): Uint8Array | undefined {
    const size = this.sizes.get(name);
    if (size === undefined) return undefined;
    this.inflated += size;
    if (size > MAX_ENTRY_BYTES || this.inflated > MAX_TOTAL_BYTES) throw new RangeError('too much data');
    let isFound = false;
    const found = unzipSync(this.bytes, {
      filter: (entry) => {
        if (isFound || entry.name !== name) return false;
        isFound = true;
        return true;
      },
    });
    return found[name];
  }

  /** The content of an entry that has to be there. */
  required(name: string): Uint8Array {
    const content = this.read(name);
    if (!content) throw new Error('a part of the document is missing');
    return content;
  }
}

/** The name of the entry that a path within the archive leads to, from the entry that contains the path. */
export function entryName(path: string, from: string): string {
  // The parser removes `.` and `..`, also above the root.
  const url = URL.parse(path, `zip:///${from.split('/').map(encodeURIComponent).join('/')}`);
  return url?.protocol === 'zip:' ? decoded(url.pathname).slice(1) : '';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
