import { shortTitle } from './brain-space.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

/** Colours of the theme that the brain uses. */
const TOKENS = [
  'surface',
  'text',
  'primary',
  'primarySoft',
  'warning',
  'warningSoft',
  'danger',
  'dangerSoft',
  'control',
] as const;
export type BrainColors = Readonly<Record<(typeof TOKENS)[number] | 'font', string>>;

/** Their values at an element, in the current theme. */
export function colorsAt(element: Element): BrainColors {
  const style = getComputedStyle(element);
  const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const colors = TOKENS.map((name) => [name, style.getPropertyValue(`--color-${kebab(name)}`)]);
  return { ...(Object.fromEntries(colors) as BrainColors), font: style.getPropertyValue('--font') || 'sans-serif' };
}

// Radius in pixels from which a title fits into the circle, and below it.
const ROOMY = 27;
const LEGIBLE = 8.5;
const LABEL_PX = 11;
const MARGIN = 4;
const ICON_BOX = 24;

const ICONS: Readonly<Record<KnowledgeItem['type'], string>> = {
  text: 'M4 6h16M4 12h16M4 18h9',
  file: 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5',
  image: 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM4 17l5-5 4 4 3-3 4 4M15 8.5h.01',
  url: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M3 12h18M12 3c3.5 3 3.5 15 0 18M12 3c-3.5 3-3.5 15 0 18',
};

/** A node as an image, drawn once and copied each frame. The centre is that of the circle. */
interface Sprite {
  /** A bitmap, because drawing 300 canvases takes five times as long. */
  readonly image: ImageBitmap;
  readonly width: number;
  readonly height: number;
  readonly middleX: number;
  readonly middleY: number;
}

interface Look {
  readonly radius: number;
  readonly hasTitles: boolean;
  readonly density: number;
  readonly colors: BrainColors;
}

interface Drawn {
  readonly sprite: Sprite;
  readonly look: Look;
}

/** Cached images of the nodes, redrawn when the size or the theme changes. */
export class Sprites {
  // Keyed by the item object: a key made from its fields would take longer than drawing.
  private readonly drawn = new WeakMap<KnowledgeItem, Drawn>();
  private look: Look | undefined;
  private left = 0;

  /** Starts a frame in which up to `count` images are redrawn; the others are scaled until a later frame. */
  begin(look: Look, count: number): void {
    const known = this.look;
    const isSame =
      known?.radius === look.radius &&
      known.hasTitles === look.hasTitles &&
      known.density === look.density &&
      known.colors === look.colors;
    if (!isSame) this.look = look;
    this.left = count;
  }

  /** False when an image was scaled in this frame. */
  get areFresh(): boolean {
    return this.left >= 0;
  }

  of(item: KnowledgeItem): Sprite | undefined {
    const { look } = this;
    if (!look) return undefined;
    const known = this.drawn.get(item);
    if (known?.look === look) return known.sprite;
    if (known && (this.left -= 1) < 0) return scaled(known.sprite, look.radius / known.look.radius);
    const sprite = draw(item, look);
    this.drawn.set(item, { sprite, look });
    return sprite;
  }
}

const scaled = ({ image, width, height, middleX, middleY }: Sprite, factor: number): Sprite => ({
  image,
  width: width * factor,
  height: height * factor,
  middleX: middleX * factor,
  middleY: middleY * factor,
});

function draw({ type, status, title }: KnowledgeItem, { radius, hasTitles, density, colors }: Look): Sprite {
  const isBelow = radius < ROOMY;
  const label = !hasTitles || radius < LEGIBLE ? '' : shortTitle(title);
  const half = Math.max(radius, label === '' ? 0 : LABEL_PX * 3.5) + MARGIN;
  const height = 2 * (radius + MARGIN) + (isBelow && label !== '' ? LABEL_PX + 4 : 0);
  const canvas = new OffscreenCanvas(Math.ceil(2 * half * density), Math.ceil(height * density));
  const context = canvas.getContext('2d');
  if (context) {
    context.scale(density, density);
    context.translate(half, radius + MARGIN);
    const tone = toneOf(status, colors);
    circle(context, radius, { ...tone, isDashed: status === 'queued' || status === 'processing' });
    const iconSize = isBelow ? radius * 1.05 : radius * 0.62;
    icon(context, ICONS[type], { size: iconSize, y: isBelow || label === '' ? 0 : -radius * 0.28, color: tone.line });
    Object.assign(context, { font: `600 ${LABEL_PX}px ${colors.font}`, fillStyle: colors.text, textAlign: 'center' });
    context.fillText(label, 0, isBelow ? radius + LABEL_PX + 3 : radius * 0.42);
  }
  const size = { width: canvas.width / density, height: canvas.height / density };
  return { image: canvas.transferToImageBitmap(), ...size, middleX: half, middleY: radius + MARGIN };
}

function toneOf(status: KnowledgeItem['status'], colors: BrainColors): { readonly line: string; readonly ground: string } {
  if (status === 'failed') return { line: colors.danger, ground: colors.dangerSoft };
  if (status === 'ready') return { line: colors.primary, ground: colors.primarySoft };
  return { line: colors.warning, ground: colors.warningSoft };
}

interface Ring {
  readonly line: string;
  readonly ground: string;
  readonly isDashed: boolean;
}

function circle(context: OffscreenCanvasRenderingContext2D, radius: number, { line, ground, isDashed }: Ring): void {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  Object.assign(context, { fillStyle: ground, strokeStyle: line, lineWidth: 1.5 });
  context.fill();
  context.setLineDash(isDashed ? [4, 3] : []);
  context.stroke();
  context.setLineDash([]);
}

interface Placed {
  readonly size: number;
  readonly y: number;
  readonly color: string;
}

function icon(context: OffscreenCanvasRenderingContext2D, path: string, { size, y, color }: Placed): void {
  const scale = size / ICON_BOX;
  context.save();
  context.translate(-size / 2, y - size / 2);
  context.scale(scale, scale);
  Object.assign(context, { strokeStyle: color, lineWidth: 1.5 / scale, lineCap: 'round', lineJoin: 'round' });
  context.stroke(new Path2D(path));
  context.restore();
}
