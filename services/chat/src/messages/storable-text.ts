/** Half of a surrogate pair without the other half. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const HIGH_SURROGATE_AT_END = /[\uD800-\uDBFF]$/;

/** The text without what neither Postgres nor Discord can hold: NUL, and halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll(LONE_SURROGATE, '').replaceAll('\0', '');

/** `storable` for a text that comes in pieces, which may divide a surrogate pair. */
export class StorableText {
  private held = '';

  /** The next piece; half of a pair at its end is held back until the other half comes. */
  push(piece: string): string {
    const text = this.held + piece;
    this.held = HIGH_SURROGATE_AT_END.exec(text)?.[0] ?? '';
    return storable(text.slice(0, text.length - this.held.length));
  }
}
