import { BrainLayout, type BrainNode, MIN_RADIUS_PX } from './brain-layout.js';
import { LinkLayers } from './brain-links.js';
import { type Point, ViewPort, clampToSpace, hasRoomForTitles } from './brain-space.js';
import { type BrainColors, colorsAt, Sprites } from './brain-sprites.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

const MAX_DENSITY = 2;
const STEP_MS = 1000 / 60;
// Frames may arrive slightly early.
const TOLERANCE_MS = 3;
const SLOW_FRAME_MS = 20;
/** More nodes are drawn at whole pixels. */
const MAX_SMOOTH_NODES = 120;
const INITIAL_LINES = 1200;
const MIN_LINES = 120;
const MAX_LINES = 6000;
const NEAR = 0.7;
const SPRITES_PER_FRAME = 30;

/** Moves and draws the nodes of a brain on its canvas. Stops while it is paused, hidden or scrolled out of sight. */
export class BrainStage {
  readonly view = new ViewPort();
  readonly layout = new BrainLayout();
  private readonly context: CanvasRenderingContext2D | null;
  private readonly links: LinkLayers;
  private readonly sprites = new Sprites();
  private colors: BrainColors;
  private isMoving = false;
  private isVisible = true;
  private marked: string | null = null;
  private frame = 0;
  private redrawing = 0;
  private lastStep = 0;
  private lines = INITIAL_LINES;
  private tooManyLines = MAX_LINES;
  private density = 1;
  private readonly visibility: IntersectionObserver;

  /** `onDrawn` is called after each frame. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    behind: HTMLCanvasElement,
    private readonly onDrawn: () => void,
  ) {
    this.context = canvas.getContext('2d');
    this.links = new LinkLayers(behind);
    this.colors = colorsAt(canvas);
    this.visibility = new IntersectionObserver((entries) =>
      this.setVisible(entries.some(({ isIntersecting }) => isIntersecting)),
    );
    this.visibility.observe(canvas);
    document.addEventListener('visibilitychange', this.run);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.redrawing);
    this.visibility.disconnect();
    document.removeEventListener('visibilitychange', this.run);
  }

  setItems(items: readonly KnowledgeItem[]): void {
    this.layout.setItems(items, this.pixel);
    this.refresh();
  }

  setMoving(isMoving: boolean): void {
    this.isMoving = isMoving;
    this.run();
  }

  /** After the theme has changed. */
  recolor(): void {
    this.colors = colorsAt(this.canvas);
    this.refresh();
  }

  resize(width: number, height: number): void {
    this.density = Math.min(MAX_DENSITY, devicePixelRatio || 1);
    this.canvas.width = Math.round(width * this.density);
    this.canvas.height = Math.round(height * this.density);
    this.view.resize(width, height);
    this.links.resize(width, height, this.density);
    this.layout.setPixel(this.pixel);
    this.refresh();
  }

  /** The node that is focused or pointed at. */
  mark(id: string | null): void {
    this.marked = id;
    this.refresh();
  }

  nodeOf(id: string): BrainNode | undefined {
    return this.layout.nodes.find((node) => node.id === id);
  }

  /** The node at a point of the canvas, or near enough to be meant. */
  nodeAt(at: Point): BrainNode | undefined {
    const { scale } = this.view;
    return this.layout.find(this.view.toSpace(at), Math.max(this.layout.radius, MIN_RADIUS_PX / scale));
  }

  /** Moves a node and fixes it there. */
  place(node: BrainNode, at: Point): void {
    this.layout.stop(node, clampToSpace(at));
    this.refresh();
  }

  stop(node: BrainNode): void {
    this.layout.stop(node);
  }

  /** Moves a node back to its saved position. */
  putBack(node: BrainNode): void {
    this.place(node, node.home);
  }

  /** Redraws, also while nothing moves. */
  readonly refresh = (): void => {
    if (this.isMoving && this.isRunning) return this.links.paint(this.view, this.density);
    cancelAnimationFrame(this.redrawing);
    this.links.restart();
    this.redrawing = requestAnimationFrame(this.redraw);
  };

  /** Continues over several frames until links and images are complete, to keep the page responsive. */
  private readonly redraw = (): void => {
    const hasLinks = this.drawLinks(this.lines);
    if (!hasLinks) this.links.paint(this.view, this.density);
    this.drawNodes();
    if (!hasLinks || !this.sprites.areFresh) this.redrawing = requestAnimationFrame(this.redraw);
  };

  private get isRunning(): boolean {
    return this.isMoving && this.isVisible && !document.hidden && this.frame !== 0;
  }

  /** Size of a pixel in units of the space when all of it is shown. */
  private get pixel(): number {
    return this.view.zoom / this.view.scale;
  }

  private setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.run();
  }

  private readonly run = (): void => {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.isMoving || !this.isVisible || document.hidden) return;
    this.lastStep = performance.now();
    this.frame = requestAnimationFrame(this.tick);
  };

  private readonly tick = (now: number): void => {
    this.frame = requestAnimationFrame(this.tick);
    const passed = now - this.lastStep;
    if (passed < STEP_MS - TOLERANCE_MS) return;
    this.lastStep = now;
    this.pace(passed);
    this.layout.step();
    this.drawLinks(this.lines);
    this.drawNodes();
  };

  /** Adapts the number of lines per frame to the speed of the machine; slowly near a number that was too high. */
  private pace(passed: number): void {
    const isSlow = passed > SLOW_FRAME_MS;
    if (isSlow) this.tooManyLines = Math.max(this.lines, this.tooManyLines * 0.9);
    const isNear = this.lines > NEAR * this.tooManyLines;
    const factor = isSlow ? NEAR : isNear ? 1.003 : 1.03;
    this.lines = Math.min(MAX_LINES, Math.max(MIN_LINES, this.lines * factor));
  }

  private drawLinks(count: number): boolean {
    this.links.color = this.colors.control;
    return this.links.advance(this.layout.nodes, this.view, this.density, count);
  }

  private drawNodes(): void {
    const { context, view, density, colors } = this;
    context?.setTransform(density, 0, 0, density, 0, 0);
    context?.clearRect(0, 0, view.width, view.height);
    const radius = this.layout.radius * view.scale;
    const hasTitles = hasRoomForTitles(this.layout.nodes.length, view.scale);
    this.sprites.begin({ radius, hasTitles, density, colors }, SPRITES_PER_FRAME);
    // Drawing between two pixels takes three times as long, which only few nodes can afford.
    const isSnapped = this.layout.nodes.length > MAX_SMOOTH_NODES;
    const snap = (value: number): number => (isSnapped ? Math.round(value * density) / density : value);
    for (const node of this.layout.nodes) {
      const { x, y } = view.toScreen(node);
      if (x < -2 * radius || y < -2 * radius || x > view.width + 2 * radius || y > view.height + 2 * radius) continue;
      const sprite = this.sprites.of(node.item);
      if (sprite)
        context?.drawImage(sprite.image, snap(x - sprite.middleX), snap(y - sprite.middleY), sprite.width, sprite.height);
      if (node.id === this.marked) this.drawRing({ x, y }, radius + 4);
    }
    this.onDrawn();
  }

  private drawRing({ x, y }: Point, radius: number): void {
    const { context, colors } = this;
    if (!context) return;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    Object.assign(context, { strokeStyle: colors.primary, lineWidth: 2.5 });
    context.stroke();
  }
}
