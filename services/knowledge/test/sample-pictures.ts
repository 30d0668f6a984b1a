import { crc32, deflateSync } from 'node:zlib';

type Point = readonly [x: number, y: number];

const CIRCLE: readonly Point[] = Array.from({ length: 33 }, (_, n) => {
  const angle = (n * Math.PI) / 16;
  return [0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle)];
});
/** The strokes of letters in a square of one by one, with the origin at the top left. */
const LETTERS: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  A: [
    [
      [0, 1],
      [0.45, 0],
      [0.9, 1],
    ],
    [
      [0.17, 0.65],
      [0.73, 0.65],
    ],
  ],
  E: [
    [
      [0.7, 0],
      [0, 0],
      [0, 1],
      [0.7, 1],
    ],
    [
      [0, 0.48],
      [0.6, 0.48],
    ],
  ],
  H: [
    [
      [0, 0],
      [0, 1],
    ],
    [
      [0.7, 0],
      [0.7, 1],
    ],
    [
      [0, 0.48],
      [0.7, 0.48],
    ],
  ],
  I: [
    [
      [0, 0],
      [0, 1],
    ],
  ],
  K: [
    [
      [0, 0],
      [0, 1],
    ],
    [
      [0.68, 0],
      [0, 0.6],
    ],
    [
      [0.24, 0.4],
      [0.72, 1],
    ],
  ],
  L: [
    [
      [0, 0],
      [0, 1],
      [0.62, 1],
    ],
  ],
  M: [
    [
      [0, 1],
      [0, 0],
      [0.45, 0.75],
      [0.9, 0],
      [0.9, 1],
    ],
  ],
  N: [
    [
      [0, 1],
      [0, 0],
      [0.72, 1],
      [0.72, 0],
    ],
  ],
  O: [CIRCLE],
  T: [
    [
      [0, 0],
      [0.8, 0],
    ],
    [
      [0.4, 0],
      [0.4, 1],
    ],
  ],
  山: [
    [
      [0.5, 0],
      [0.5, 0.95],
    ],
    [
      [0.05, 0.3],
      [0.05, 0.95],
      [0.95, 0.95],
      [0.95, 0.3],
    ],
  ],
  日: [
    [
      [0.15, 0.02],
      [0.15, 1],
      [0.85, 1],
      [0.85, 0.02],
      [0.15, 0.02],
    ],
    [
      [0.15, 0.5],
      [0.85, 0.5],
    ],
  ],
  田: [
    [
      [0.05, 0.05],
      [0.05, 0.98],
      [0.95, 0.98],
      [0.95, 0.05],
      [0.05, 0.05],
    ],
    [
      [0.05, 0.5],
      [0.95, 0.5],
    ],
    [
      [0.5, 0.05],
      [0.5, 0.98],
    ],
  ],
  中: [
    [
      [0.05, 0.2],
      [0.05, 0.62],
      [0.95, 0.62],
      [0.95, 0.2],
      [0.05, 0.2],
    ],
    [
      [0.5, -0.02],
      [0.5, 1.02],
    ],
  ],
  本: [
    [
      [0.03, 0.25],
      [0.97, 0.25],
    ],
    [
      [0.5, -0.02],
      [0.5, 1.02],
    ],
    [
      [0.48, 0.25],
      [0.3, 0.55],
      [0.02, 0.8],
    ],
    [
      [0.52, 0.25],
      [0.7, 0.55],
      [0.98, 0.8],
    ],
    [
      [0.28, 0.76],
      [0.72, 0.76],
    ],
  ],
};

const HEIGHT = 48;
const STROKE = 7;
const GAP = 18;
const SPACE = 34;
const MARGIN = 60;
const LINE = 100;

/** Gray pixels, line by line, from 0 (black) to 255. */
export interface Gray {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** A white PNG with lines of text in black letters (those above), like a printed notice. */
export function aNotice(...lines: readonly string[]): Buffer {
  const { width, height, pixels } = noticePixels(...lines);
  return grayPng(width, height, (x, y) => pixels[y * width + x] ?? 0);
}

export function noticePixels(...lines: readonly string[]): Gray {
  const segments: (readonly [Point, Point])[] = [];
  let width = 0;
  for (const [row, line] of lines.entries()) {
    let x = MARGIN;
    for (const character of line) {
      const strokes = LETTERS[character] ?? [];
      const place = ([px, py]: Point): Point => [x + px * HEIGHT, MARGIN + row * LINE + py * HEIGHT];
      for (const stroke of strokes)
        for (let n = 1; n < stroke.length; n += 1) segments.push([place(stroke[n - 1] ?? [0, 0]), place(stroke[n] ?? [0, 0])]);
      x += strokes.length === 0 ? SPACE : Math.max(...strokes.flat().map(([px]) => px)) * HEIGHT + GAP;
    }
    width = Math.max(width, Math.ceil(x) + MARGIN);
  }
  return grayPixels(width, 2 * MARGIN + lines.length * LINE, (x, y) => {
    const distance = Math.min(...segments.map((segment) => distanceTo(segment, x, y)));
    return Math.max(0, Math.min(255, Math.round((distance - STROKE / 2 + 0.5) * 255)));
  });
}

function distanceTo([[ax, ay], [bx, by]]: readonly [Point, Point], x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

export function grayPixels(width: number, height: number, pixel: (x: number, y: number) => number): Gray {
  const pixels = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) pixels[y * width + x] = pixel(x, y);
  return { width, height, pixels };
}

/** Turned by 90 degrees, clockwise, so many times. */
export function turned({ width, height, pixels }: Gray, times: number): Gray {
  if (times === 0) return { width, height, pixels };
  const once = grayPixels(height, width, (x, y) => pixels[(height - 1 - x) * width + y] ?? 0);
  return turned(once, times - 1);
}

/** A GIF of 128 shades of gray. */
export function grayGif({ width, height, pixels }: Gray): Buffer {
  const start = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7)]);
  start.writeUInt16LE(width, 6);
  start.writeUInt16LE(height, 8);
  start[10] = 0x86;
  const table = Buffer.from(Array.from({ length: 128 }, (_, n) => [2 * n, 2 * n, 2 * n]).flat());
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  const data = compressed(pixels.map((value) => value >> 1));
  const blocks: Buffer[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([start, table, frame, ...blocks, Buffer.from([0, 0x3b])]);
}

/** LZW as GIF has it, of values below 128. */
function compressed(values: Uint8Array): Buffer {
  const clear = 128;
  const bytes: number[] = [];
  let [codes, next, bits] = [new Map<string, number>(), clear + 2, 8];
  let [buffered, count] = [0, 0];
  const write = (code: number): void => {
    buffered |= code << count;
    count += bits;
    for (; count >= 8; count -= 8, buffered >>>= 8) bytes.push(buffered & 255);
  };
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : (codes.get(text) ?? 0));
  write(clear);
  let text = '';
  for (const value of values) {
    const character = String.fromCharCode(value);
    if (text === '' || codes.has(text + character)) {
      text += character;
      continue;
    }
    write(codeOf(text));
    codes.set(text + character, next);
    if (next === 1 << bits) bits += 1;
    next += 1;
    if (next === 4096) {
      write(clear);
      [codes, next, bits] = [new Map(), clear + 2, 8];
    }
    text = character;
  }
  write(codeOf(text));
  write(clear + 1);
  bytes.push(buffered & 255);
  return Buffer.from(bytes);
}

/** A PNG of gray pixels, from 0 (black) to 255. */
export function grayPng(width: number, height: number, pixel: (x: number, y: number) => number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = pixel(x, y);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

export function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
