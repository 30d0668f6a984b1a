import { type Link, linksOf, type Point, type ViewPort } from './brain-space.js';

const SHADES = 5;
// Browsers draw longer paths disproportionately slowly.
const LINES_PER_PATH = 80;
/** More lines are drawn fainter, so that they do not fill the background. */
const MANY_LINES = 400;
const MAX_OPACITY = 0.75;
const MIN_OPACITY = 0.12;
/** Factor of the opacity of a link of full length. */
const LONG_LINK_OPACITY = 0.35;

interface Layer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D | null;
  /** The view when it was drawn. */
  scale: number;
  origin: Point;
}

/**
 * The links behind the nodes. 300 nodes have about 14,000 links, too many for one frame: they are drawn over several frames on a hidden
 * canvas and then shown together. The delay is invisible, because nodes move slowly and cover the ends.
 */
export class LinkLayers {
  color = '';
  private shown = newLayer();
  private next = newLayer();
  private readonly context: CanvasRenderingContext2D | null;
  private links: readonly Link[] = [];
  private shades: readonly (readonly Link[])[] = [];
  private strength = MAX_OPACITY;
  private done = 0;

  /** `canvas` is separate from that of the nodes, so that it is repainted less often. */
  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d');
  }

  resize(width: number, height: number, density: number): void {
    for (const canvas of [this.canvas, this.shown.canvas, this.next.canvas]) {
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
    }
    this.done = 0;
    this.links = [];
  }

  /** Discards the unfinished drawing. */
  restart(): void {
    this.done = 0;
  }

  /** Draws up to `count` more lines; true when the drawing is complete. */
  advance(points: readonly Point[], view: ViewPort, density: number, count: number): boolean {
    if (this.done === 0) this.begin(points, view, density);
    let left = count;
    let before = 0;
    for (const [shade, links] of this.shades.entries()) {
      const start = Math.max(0, this.done - before);
      before += links.length;
      if (start >= links.length || left <= 0) continue;
      const some = links.slice(start, start + left);
      this.draw(some, points, LONG_LINK_OPACITY + (1 - LONG_LINK_OPACITY) * (shade / (SHADES - 1)));
      left -= some.length;
      this.done += some.length;
    }
    if (this.done < this.links.length) return false;
    [this.shown, this.next] = [this.next, this.shown];
    this.done = 0;
    this.paint(view, density);
    return true;
  }

  /** Shows the last complete drawing, moved and scaled to the current view. */
  paint(view: ViewPort, density: number): void {
    const { canvas, scale, origin } = this.shown;
    this.context?.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (scale === 0 || canvas.width === 0 || canvas.height === 0) return;
    const stretch = view.scale / scale;
    const x = (view.origin.x - origin.x * stretch) * density;
    const y = (view.origin.y - origin.y * stretch) * density;
    this.context?.drawImage(canvas, x, y, canvas.width * stretch, canvas.height * stretch);
  }

  private begin(points: readonly Point[], view: ViewPort, density: number): void {
    const { context, canvas } = this.next;
    this.links = linksOf(points);
    this.shades = Array.from({ length: SHADES }, (_none, shade) =>
      this.links.filter(({ closeness }) => Math.min(SHADES - 1, Math.floor(closeness * SHADES)) === shade),
    );
    this.strength = Math.max(MIN_OPACITY, MAX_OPACITY * Math.min(1, Math.sqrt(MANY_LINES / Math.max(1, this.links.length))));
    Object.assign(this.next, { scale: view.scale, origin: view.origin });
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.clearRect(0, 0, canvas.width, canvas.height);
    context?.setTransform(view.scale * density, 0, 0, view.scale * density, view.origin.x * density, view.origin.y * density);
  }

  private draw(links: readonly Link[], points: readonly Point[], closeness: number): void {
    const { context, scale } = this.next;
    if (!context) return;
    context.strokeStyle = this.color;
    context.globalAlpha = this.strength * closeness;
    context.lineWidth = 1 / scale;
    context.beginPath();
    for (const [place, { from, to }] of links.entries()) {
      trace(context, points[from], points[to]);
      if (place % LINES_PER_PATH > 0) continue;
      context.stroke();
      context.beginPath();
    }
    context.stroke();
  }
}

function trace(context: CanvasRenderingContext2D, from: Point | undefined, to: Point | undefined): void {
  if (!from || !to) return;
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
}

function newLayer(): Layer {
  const canvas = document.createElement('canvas');
  return { canvas, context: canvas.getContext('2d'), scale: 0, origin: { x: 0, y: 0 } };
}
