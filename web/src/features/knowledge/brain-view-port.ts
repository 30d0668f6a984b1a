import { SPACE, type Point } from './brain-space.js';

export const MAX_ZOOM = 6;
/** So that titles at the edge are not cut off. */
const MARGIN_PX = 14;

/** Which part of the space is on the canvas. All pixels are those of CSS. */
export class ViewPort {
  width = SPACE.width as number;
  height = SPACE.height as number;
  zoom = 1;
  private left = 0;
  private top = 0;

  /** Pixels for one unit of the space. */
  get scale(): number {
    const [width, height] = [this.width - 2 * MARGIN_PX, this.height - 2 * MARGIN_PX];
    return Math.max(0.05, Math.min(width / SPACE.width, height / SPACE.height)) * this.zoom;
  }

  get isWhole(): boolean {
    return this.zoom === 1;
  }

  /** The top left of the space, in pixels. */
  get origin(): Point {
    return { x: this.left, y: this.top };
  }

  resize(width: number, height: number): void {
    Object.assign(this, { width, height });
    this.moveBy(0, 0);
  }

  toScreen({ x, y }: Point): Point {
    return { x: this.left + x * this.scale, y: this.top + y * this.scale };
  }

  toSpace({ x, y }: Point): Point {
    return { x: (x - this.left) / this.scale, y: (y - this.top) / this.scale };
  }

  /** Zooms so that what is under `at` stays there. */
  zoomBy(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const under = this.toSpace(at);
    this.zoom = Math.min(MAX_ZOOM, Math.max(1, this.zoom * factor));
    const { x, y } = this.toScreen(under);
    this.moveBy(at.x - x, at.y - y);
  }

  showAll(): void {
    this.zoom = 1;
    this.moveBy(0, 0);
  }

  /** Moves what is shown, as far as there is something to show. */
  moveBy(x: number, y: number): void {
    this.left = bounded(this.left + x, this.width, SPACE.width * this.scale);
    this.top = bounded(this.top + y, this.height, SPACE.height * this.scale);
  }

  /** Moves as little as brings a point `margin` pixels into sight. */
  reveal(point: Point, margin: number): void {
    const { x, y } = this.toScreen(point);
    this.moveBy(into(x, margin, this.width - margin) - x, into(y, margin, this.height - margin) - y);
  }
}

const into = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** In the middle while all of it fits, else without an empty edge. */
const bounded = (start: number, room: number, size: number): number =>
  size <= room ? (room - size) / 2 : into(start, room - size, 0);
