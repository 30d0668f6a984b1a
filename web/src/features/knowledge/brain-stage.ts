import { BrainLayout, type BrainNode, SMALLEST_PX } from './brain-layout.js';
import { LinkLayers } from './brain-links.js';
import { type Point, ViewPort, within } from './brain-space.js';
import { type BrainColors, colorsAt, Sprites } from './brain-sprites.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

const MAX_DENSITY = 2;
const STEP_MS = 1000 / 60;
// A little early is on time: frames do not come to the microsecond.
const TOLERANCE_MS = 3;
const SLOW_FRAME_MS = 20;
const SMOOTH_UP_TO = 120;
const LINES_AT_FIRST = 1200;
const LINES_AT_LEAST = 120;
const LINES_AT_MOST = 6000;
const NEAR = 0.7;
const SPRITES_PER_FRAME = 30;

/** The brain on its canvas: moves the nodes, draws them, and knows what lies where. Nothing moves while it is still, hidden or off screen. */
export class BrainStage {
  readonly view = new ViewPort();
  readonly layout = new BrainLayout();
  private readonly context: CanvasRenderingContext2D | null;
  private readonly links: LinkLayers;
  private readonly sprites = new Sprites();
  private colors: BrainColors;
  private isMoving = false;
  private isSeen = true;
  private marked: string | null = null;
  private frame = 0;
  private redrawing = 0;
  private lastStep = 0;
  private lines = LINES_AT_FIRST;
  private tooMany = LINES_AT_MOST;
  private density = 1;
  private readonly seeing: IntersectionObserver;

  /** `onDrawn` hears of each frame, to place what stands above the canvas. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    behind: HTMLCanvasElement,
    private readonly onDrawn: () => void,
  ) {
    this.context = canvas.getContext('2d');
    this.links = new LinkLayers(behind);
    this.colors = colorsAt(canvas);
    this.seeing = new IntersectionObserver((entries) => this.setSeen(entries.some(({ isIntersecting }) => isIntersecting)));
    this.seeing.observe(canvas);
    document.addEventListener('visibilitychange', this.run);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.redrawing);
    this.seeing.disconnect();
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

  /** What lies at a place on the canvas: the circle, or what is so near that it was meant. */
  nodeAt(at: Point): BrainNode | undefined {
    const reach = Math.max(this.layout.radius * this.view.scale, SMALLEST_PX);
    let nearest: BrainNode | undefined;
    let least = reach;
    for (const node of this.layout.nodes) {
      const { x, y } = this.view.toScreen(node);
      const distance = Math.hypot(x - at.x, y - at.y);
      if (distance <= least) [nearest, least] = [node, distance];
    }
    return nearest;
  }

  /** Puts a node somewhere, and leaves it there. */
  place(node: BrainNode, at: Point): void {
    this.layout.stop(node, within(at));
    this.refresh();
  }

  stop(node: BrainNode): void {
    this.layout.stop(node);
  }

  /** Back to the place that the server keeps. */
  putBack(node: BrainNode): void {
    this.place(node, node.home);
  }

  /** Draws again, also while nothing moves. */
  readonly refresh = (): void => {
    if (this.isMoving && this.isRunning) return this.links.paint(this.view, this.density);
    cancelAnimationFrame(this.redrawing);
    this.links.restart();
    this.redrawing = requestAnimationFrame(this.redraw);
  };

  /** Goes on until all is as it should be: in one frame it would keep people waiting. */
  private readonly redraw = (): void => {
    const hasLinks = this.drawLinks(this.lines);
    if (!hasLinks) this.links.paint(this.view, this.density);
    this.drawNodes();
    if (!hasLinks || !this.sprites.areFresh) this.redrawing = requestAnimationFrame(this.redraw);
  };

  private get isRunning(): boolean {
    return this.isMoving && this.isSeen && !document.hidden && this.frame !== 0;
  }

  /** How large a pixel is in the space while all of it is shown. */
  private get pixel(): number {
    return this.view.zoom / this.view.scale;
  }

  private setSeen(isSeen: boolean): void {
    this.isSeen = isSeen;
    this.run();
  }

  private readonly run = (): void => {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.isMoving || !this.isSeen || document.hidden) return;
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

  /** As many lines for each frame as this machine has time for. Near the number that was too many it dares more only slowly. */
  private pace(passed: number): void {
    const isSlow = passed > SLOW_FRAME_MS;
    if (isSlow) this.tooMany = Math.max(this.lines, this.tooMany * 0.9);
    const isNear = this.lines > NEAR * this.tooMany;
    const factor = isSlow ? NEAR : isNear ? 1.003 : 1.03;
    this.lines = Math.min(LINES_AT_MOST, Math.max(LINES_AT_LEAST, this.lines * factor));
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
    this.sprites.begin({ radius, density, colors }, SPRITES_PER_FRAME);
    // Between two pixels every picture is smoothed, which takes three times as long; few nodes may take that time.
    const isSnapped = this.layout.nodes.length > SMOOTH_UP_TO;
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
