import { AppError } from '@kith/proto';

const COMMA = 0x2c;
const PADDING = 0x3d;
const MAX_HEADER_BYTES = 300;

/**
 * Decodes `data:<type>;base64,<content>` in slices while it arrives; `onType` gets the type before the first slice. Throws BAD_INPUT for
 * anything else and for invalid base64.
 */
export async function* decodeDataUrl(
  source: AsyncIterable<Buffer>,
  onType: (type: string) => void,
): AsyncGenerator<Buffer, void> {
  let pending: Buffer = Buffer.alloc(0);
  let isInContent = false;
  let isPadded = false;
  for await (const slice of source) {
    pending = pending.length === 0 ? slice : Buffer.concat([pending, slice]);
    if (!isInContent) {
      const comma = pending.subarray(0, MAX_HEADER_BYTES).indexOf(COMMA);
      if (comma === -1 && pending.length < MAX_HEADER_BYTES) continue;
      onType(typeIn(pending.toString('latin1', 0, Math.max(0, comma))));
      isInContent = true;
      pending = pending.subarray(comma + 1);
    }
    // Four characters are three bytes; padding may only end the whole.
    const groups = pending.subarray(0, pending.length - (pending.length % 4));
    if (groups.length === 0) continue;
    if (isPadded) throw invalidDataUrl();
    const content = decodeGroups(groups);
    isPadded = groups.at(-1) === PADDING;
    pending = pending.subarray(groups.length);
    yield content;
  }
  if (!isInContent || pending.length > 0) throw invalidDataUrl();
}

function typeIn(header: string): string {
  const [, type] = /^data:([^,]*);base64$/i.exec(header) ?? [];
  if (type === undefined) throw invalidDataUrl();
  return type;
}

function decodeGroups(groups: Buffer): Buffer {
  const padding = groups.at(-1) !== PADDING ? 0 : groups.at(-2) !== PADDING ? 1 : 2;
  const content = Buffer.from(groups.toString('latin1'), 'base64');
  // Node skips characters that are not base64; the result is then shorter than expected.
  if (content.length !== (groups.length / 4) * 3 - padding) throw invalidDataUrl();
  return content;
}

const invalidDataUrl = (): AppError =>
  new AppError('BAD_INPUT', 'An attachment cannot be read: please send data:<type>;base64,<content>.');
