import type { KnowledgeItem } from './knowledge.graphql.js';

/** The coordinates of saved positions (docs/specification.md); items stay within left, right, top and bottom. */
export const SPACE = { width: 700, height: 500, left: 30, right: 670, top: 30, bottom: 470 } as const;
/** Items closer than this are linked. */
const LINK_DISTANCE = 200;
const TITLE_LENGTH = 6;
/** The width of a shortened title. */
const TITLE_PX = 44;
const ROW = 60;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The nearest allowed position. */
export const clampToSpace = ({ x, y }: Point): Point => ({
  x: Math.min(SPACE.right, Math.max(SPACE.left, x)),
  y: Math.min(SPACE.bottom, Math.max(SPACE.top, y)),
});

/** Position of a new item. */
export const randomPosition = (): Point => ({
  x: Math.round(SPACE.left + Math.random() * (SPACE.right - SPACE.left)),
  y: Math.round(SPACE.top + Math.random() * (SPACE.bottom - SPACE.top)),
});

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The title on a node: its first six characters (grapheme clusters), with a mark where more follow. */
export function shortTitle(title: string): string {
  const characters = Array.from(segments.segment(title.trim().slice(0, 100)), ({ segment }) => segment);
  const short = characters.slice(0, TITLE_LENGTH).join('').trim();
  return characters.length > TITLE_LENGTH ? `${short}…` : short;
}

/** Whether so many items, spread over the space, are far enough from each other for their titles; `scale`: pixels per unit. */
export const hasRoomForTitles = (count: number, scale: number): boolean =>
  Math.sqrt(((SPACE.right - SPACE.left) * (SPACE.bottom - SPACE.top)) / Math.max(1, count)) * scale >= TITLE_PX;

/** Row by row from the top left to the bottom right. */
export const inReadingOrder = (items: readonly KnowledgeItem[]): KnowledgeItem[] =>
  items.toSorted(({ position: a }, { position: b }) => Math.floor(a.y / ROW) - Math.floor(b.y / ROW) || a.x - b.x || a.y - b.y);

/** Each pair closer than 200 units, once: the indices of both points and their closeness (0 at the limit, 1 at the same position). */
export function linksOf(points: readonly Point[]): Link[] {
  const links: Link[] = [];
  for (let from = 0; from < points.length; from += 1) {
    const a = points[from] as Point;
    for (let to = from + 1; to < points.length; to += 1) {
      const b = points[to] as Point;
      const x = a.x - b.x;
      const y = a.y - b.y;
      // Math.hypot is ten times slower, and 300 nodes have 45,000 pairs.
      const square = x * x + y * y;
      if (square < LINK_DISTANCE ** 2) links.push({ from, to, closeness: 1 - Math.sqrt(square) / LINK_DISTANCE });
    }
  }
  return links;
}

export interface Link {
  readonly from: number;
  readonly to: number;
  readonly closeness: number;
}

export const DIRECTIONS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

/** The nearest point within 45 degrees of a direction; points straight ahead count as nearer. */
export function neighbour<P extends Point>(points: readonly P[], from: P, { x, y }: Point): P | undefined {
  let nearest: P | undefined;
  let least = Infinity;
  for (const point of points) {
    const ahead = (point.x - from.x) * x + (point.y - from.y) * y;
    const aside = Math.abs((point.x - from.x) * y + (point.y - from.y) * x);
    if (point === from || ahead <= 0 || aside > ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [nearest, least] = [point, cost];
  }
  return nearest;
}

export const MAX_ZOOM = 6;
/** Keeps titles at the edge visible. */
const MARGIN_PX = 14;

/** The visible part of the space. Pixels are CSS pixels. */
export class ViewPort {
  width = SPACE.width as number;
  height = SPACE.height as number;
  zoom = 1;
  private left = 0;
  private top = 0;

  /** Pixels per unit of the space. */
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

  /** Zooms around the point `at`. */
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

  /** Moves the view, but not beyond the space. */
  moveBy(x: number, y: number): void {
    this.left = bounded(this.left + x, this.width, SPACE.width * this.scale);
    this.top = bounded(this.top + y, this.height, SPACE.height * this.scale);
  }

  /** Moves the view so that a point is at least `margin` pixels from its edges. */
  reveal(point: Point, margin: number): void {
    const { x, y } = this.toScreen(point);
    this.moveBy(clamp(x, margin, this.width - margin) - x, clamp(y, margin, this.height - margin) - y);
  }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Centres the space while all of it fits; otherwise leaves no empty edge. */
const bounded = (start: number, room: number, size: number): number =>
  size <= room ? (room - size) / 2 : clamp(start, room - size, 0);
