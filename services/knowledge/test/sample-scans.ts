import { deflateSync } from 'node:zlib';
import type { Gray } from './sample-pictures.js';

/** A page with a line of text, with a picture that fills it, or with both. Pages with the same picture share it in the file. */
export interface SamplePage {
  readonly text?: string;
  /** The text is not visible, as what scanners recognize in the picture of a page. */
  readonly isInvisible?: boolean;
  readonly picture?: Gray;
  /** How the picture is stored; `mask`: by what is painted black; `transparent`: all black, and the lighter the more transparent. */
  readonly as?: 'gray' | 'colours' | 'bits' | 'mask' | 'transparent' | 'jpeg2000';
  /** The size that the picture declares; its own one when absent. */
  readonly declared?: number;
  /** How the page is turned, in degrees. */
  readonly turned?: number;
  /** Which part of the sides of the page the picture covers; all of it when absent. */
  readonly part?: number;
  /** The page shows the picture so many times, each stored for itself; once when absent. */
  readonly times?: number;
}

/** A PDF as scanners write it. */
export function aScan(...pages: readonly SamplePage[]): Buffer {
  const kids = pages.map((_, n) => `${4 + 3 * n} 0 R`).join(' ');
  const copies = pages.flatMap(({ times = 1 }, n) => Array.from({ length: times - 1 }, (_, at) => [n, at + 1] as const));
  const copyOf = (page: number, at: number): number =>
    4 + 3 * pages.length + copies.findIndex(([of, copy]) => of === page && copy === at);
  const masks = [...pages.keys()].filter((n) => pages[n]?.as === 'transparent');
  const firstMask = 4 + 3 * pages.length + copies.length;
  const packed = new Map<number, string>();
  const stored = (n: number): string => {
    const { picture, as = 'gray', declared } = pages[n] ?? {};
    const known = packed.get(n) ?? (picture ? pictureOf(picture, as, declared, masks.indexOf(n) + firstMask) : '<< >>');
    packed.set(n, known);
    return known;
  };
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap(({ text = '', isInvisible = false, picture, declared, turned = 0, part = 1, times = 1 }, n) => {
      const owner = pages.findIndex((page) => page.picture === picture && page.as === pages[n]?.as && page.declared === declared);
      const names = Array.from({ length: picture ? times : 0 }, (_, at) => `/Im${at + 1}`);
      const shown = names.map((name) => `q ${612 * part} 0 0 ${792 * part} 0 0 cm ${name} Do Q `).join('');
      const content = `${shown}BT ${isInvisible ? 3 : 0} Tr /F1 12 Tf 50 700 Td (${text}) Tj ET`;
      const resources = `/Font << /F1 3 0 R >> /XObject << ${names.map((name, at) => `${name} ${at === 0 ? 6 + 3 * owner : copyOf(n, at)} 0 R`).join(' ')} >>`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate ${turned} /Contents ${5 + 3 * n} 0 R /Resources << ${resources} >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        picture && owner === n ? stored(n) : '<< >>',
      ];
    }),
    ...copies.map(([page]) => stored(page)),
    ...masks.map((n) => maskOf(pages[n]?.picture)),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

/** How transparent a picture is: lighter pixels more. */
const maskOf = (picture: Gray = { width: 1, height: 1, pixels: Buffer.alloc(1) }): string =>
  pictureOf({ ...picture, pixels: picture.pixels.map((value) => 255 - value) as Buffer }, 'gray');

/** `mask`: the number of the object that says how transparent it is. */
function pictureOf({ width, height, pixels }: Gray, as: NonNullable<SamplePage['as']>, declared?: number, mask = 0): string {
  const kinds = {
    gray: { bytes: pixels, more: '/ColorSpace /DeviceGray /BitsPerComponent 8' },
    colours: {
      bytes: Buffer.from([...pixels].flatMap((value) => [value, value, value])),
      more: '/ColorSpace /DeviceRGB /BitsPerComponent 8',
    },
    bits: { bytes: bitsOf(width, height, pixels), more: '/ColorSpace /DeviceGray /BitsPerComponent 1' },
    mask: { bytes: bitsOf(width, height, pixels), more: '/ImageMask true /BitsPerComponent 1' },
    transparent: {
      bytes: Buffer.alloc(pixels.length),
      more: `/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask ${mask} 0 R`,
    },
    // The beginning of such a file: it is not decoded, whatever follows.
    jpeg2000: { bytes: Buffer.from('0000000c6a5020200d0a870a', 'hex'), more: '/ColorSpace /DeviceGray /BitsPerComponent 8' },
  };
  const { bytes, more } = kinds[as];
  const packed = as === 'jpeg2000' ? bytes : deflateSync(bytes);
  const size = `/Width ${declared ?? width} /Height ${declared ?? height}`;
  return `<< /Type /XObject /Subtype /Image ${size} ${more} /Filter /${as === 'jpeg2000' ? 'JPXDecode' : 'FlateDecode'} /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`;
}

/** Set bits are white. */
function bitsOf(width: number, height: number, pixels: Buffer): Buffer {
  const rowBytes = Math.ceil(width / 8);
  const bits = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((pixels[y * width + x] ?? 0) > 127)
        bits[y * rowBytes + (x >> 3)] = (bits[y * rowBytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  return bits;
}
