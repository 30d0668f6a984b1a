const SIZE = 512;
/** What the server takes, in characters of the data URL. */
const MAX_CHARS = 262_144;
const QUALITIES = [0.9, 0.75, 0.6, 0.4];

/** A picture as a data URL that Discord takes: cut to a square, 512 pixels wide. Rejects for a file that is no picture. */
export async function pictureOf(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(SIZE, side);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // PNG keeps transparency; a photograph is too large in it.
  const attempts = [
    () => canvas.toDataURL('image/png'),
    ...QUALITIES.map((quality) => () => canvas.toDataURL('image/jpeg', quality)),
  ];
  for (const attempt of attempts) {
    const url = attempt();
    if (url.length <= MAX_CHARS) return url;
  }
  throw new Error('the picture is too large');
}
