/** A picture of one byte a pixel, from black to white, line by line. */
export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** As a portable pixmap (PGM), which the recognition engine decodes. */
export function asPixmap({ width, height, pixels }: GrayPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/** How bright a colour is, from 0 to 255. */
export const brightness = (red: number, green: number, blue: number): number => (red * 77 + green * 150 + blue * 29) >> 8;
