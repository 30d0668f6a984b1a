import type { Image, SKRSContext2D } from '@napi-rs/canvas';

/** Where the parts of a picture are, in pixels. */
export const WIDTH = 720;
export const HEIGHT = 220;
const BACKGROUND = '#1e1f2b';
const TRACK = '#3a3c4e';
const ACCENT = '#8b93ff';
const TEXT = '#ffffff';
const MUTED = '#c3c6d9';
const AVATAR_RADIUS = 74;
const AVATAR_X = 114;
const LEFT = 220;
const RIGHT = WIDTH - 36;
const SMALLEST_PX = 22;

export interface PictureText {
  readonly text: string;
  readonly px: number;
  /** The baseline. */
  readonly y: number;
  readonly isMuted?: boolean;
  readonly isBold?: boolean;
}

export interface Picture {
  readonly lines: readonly PictureText[];
  /** Instead of the picture of a member who has none. */
  readonly initial: string;
  /** 0 to 1; absent for a picture without a bar. */
  readonly progress?: number;
}

/** Draws a member's picture with lines of text beside it. `families` are the CSS names of the fonts. */
export function drawPicture(
  context: SKRSContext2D,
  { lines, initial, progress }: Picture,
  { avatar, families }: { readonly avatar: Image | null; readonly families: { readonly regular: string; readonly bold: string } },
): void {
  context.fillStyle = BACKGROUND;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  drawAvatar(context, initial, avatar, families.bold);
  for (const line of lines) {
    const family = line.isBold ? families.bold : families.regular;
    context.fillStyle = line.isMuted ? MUTED : TEXT;
    context.fillText(fitted(context, line, family), LEFT, line.y);
  }
  if (progress !== undefined) drawBar(context, progress);
}

function drawAvatar(context: SKRSContext2D, initial: string, avatar: Image | null, family: string): void {
  const y = HEIGHT / 2;
  context.save();
  context.beginPath();
  context.arc(AVATAR_X, y, AVATAR_RADIUS, 0, Math.PI * 2);
  context.closePath();
  context.clip();
  context.fillStyle = TRACK;
  context.fillRect(AVATAR_X - AVATAR_RADIUS, y - AVATAR_RADIUS, AVATAR_RADIUS * 2, AVATAR_RADIUS * 2);
  if (avatar) {
    context.drawImage(avatar, AVATAR_X - AVATAR_RADIUS, y - AVATAR_RADIUS, AVATAR_RADIUS * 2, AVATAR_RADIUS * 2);
  } else {
    context.fillStyle = ACCENT;
    context.font = `72px ${family}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(initial, AVATAR_X, y);
  }
  context.restore();
}

function drawBar(context: SKRSContext2D, progress: number): void {
  const [y, height] = [148, 20];
  for (const [color, share] of [
    [TRACK, 1],
    [ACCENT, Math.min(1, Math.max(0, progress))],
  ] as const) {
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(LEFT, y, Math.max(height, (RIGHT - LEFT) * share), height, height / 2);
    context.fill();
  }
}

/** Sets the font, smaller for a long text, and cuts what is still too long. */
function fitted(context: SKRSContext2D, { text, px }: PictureText, family: string): string {
  for (let size = px; size >= SMALLEST_PX; size -= 2) {
    context.font = `${size}px ${family}`;
    if (context.measureText(text).width <= RIGHT - LEFT) return text;
  }
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > RIGHT - LEFT) letters.pop();
  return `${letters.join('')}…`;
}
