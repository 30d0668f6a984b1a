import { forceCollide, forceSimulation, forceX, forceY, type Simulation, type SimulationNodeDatum } from 'd3-force';
import { SPACE, clampToSpace, type Point } from './brain-space.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

/** In units of the space per step; there are 60 steps a second. */
const MAX_SPEED = 0.8;
const DRIFT = 0.012;
const HOMING = 0.02;
const GAP = 2;
/** Radius of a circle that can be hit with a finger (WCAG 2.5.8). */
export const MIN_RADIUS_PX = 13;
const MAX_RADIUS = 26;
/** Largest share of the space that the circles cover, so that there is room to float. */
const MAX_COVERAGE = 0.3;
/** Before the first frame, nodes on top of each other separate faster. */
const SETTLING = { steps: 60, speed: 8 } as const;
/** Room for the title below a small circle. */
const LABEL_ROOM_PX = 6;
/** Larger circles contain their title. */
const LABEL_INSIDE_PX = 27;

/** One item in the brain: its position on the screen, and the saved position that it floats around. */
export interface BrainNode extends SimulationNodeDatum {
  readonly id: string;
  item: KnowledgeItem;
  x: number;
  y: number;
  home: Point;
  /** Offset of the floating, so that the nodes do not move in step. */
  readonly phase: number;
}

/**
 * Positions of the nodes: each floats around its saved position, and they do not overlap. The same brain always looks the same, because
 * the random numbers of d3-force are seeded.
 */
export class BrainLayout {
  nodes: readonly BrainNode[] = [];
  radius = MAX_RADIUS;
  private readonly simulation: Simulation<BrainNode, undefined>;
  private readonly apart = forceCollide<BrainNode>().strength(0.7);
  /** Includes nodes that a filter hides, so that they reappear at the same place. */
  private readonly known = new Map<string, BrainNode>();
  private steps = 0;
  private maxSpeed = MAX_SPEED;

  constructor() {
    this.simulation = forceSimulation<BrainNode>()
      .stop()
      .alpha(1)
      .alphaDecay(0)
      .force('x', forceX<BrainNode>(({ home }) => home.x).strength(HOMING))
      .force('y', forceY<BrainNode>(({ home }) => home.y).strength(HOMING))
      .force('apart', this.apart)
      .force('drift', () => this.drift())
      .force('cap', () => {
        for (const node of this.nodes) capSpeed(node, this.maxSpeed);
      });
  }

  /** Known nodes stay where they are, new ones start at their saved position. `pixel` is the size of a pixel in units of the space. */
  setItems(items: readonly KnowledgeItem[], pixel: number): void {
    const isAnyNew = items.some(({ id }) => !this.known.has(id));
    this.nodes = items.map((item) => {
      const node = this.known.get(item.id) ?? newNode(item);
      this.known.set(item.id, node);
      node.item = item;
      node.home = clampToSpace(item.position);
      return node;
    });
    this.simulation.nodes([...this.nodes]);
    this.setPixel(pixel);
    if (isAnyNew) this.settle();
  }

  setPixel(pixel: number): void {
    const { length: count } = this.nodes;
    this.radius = radiusOf(count, MIN_RADIUS_PX * pixel);
    const label = this.radius < LABEL_INSIDE_PX * pixel ? LABEL_ROOM_PX * pixel : 0;
    this.apart.radius(Math.max(this.radius + GAP, Math.min(this.radius + GAP + label, radiusFor(count, MAX_COVERAGE))));
  }

  /** The node nearest to a point, within this distance. */
  find({ x, y }: Point, distance: number): BrainNode | undefined {
    return this.simulation.find(x, y, distance);
  }

  /** One step of the motion. */
  step(): void {
    this.steps += 1;
    this.simulation.tick();
    for (const node of this.nodes) Object.assign(node, clampToSpace(node));
  }

  /** Fixes a node; the others float around it. */
  stop(node: BrainNode, at: Point = node): void {
    const { x, y } = clampToSpace(at);
    Object.assign(node, { x, y, fx: x, fy: y, vx: 0, vy: 0 });
  }

  /** Lets a node float again. */
  release(node: BrainNode): void {
    Object.assign(node, { fx: null, fy: null });
  }

  /** Separates overlapping nodes before the first frame. */
  private settle(): void {
    this.maxSpeed = SETTLING.speed;
    for (let step = 0; step < SETTLING.steps; step += 1) this.step();
    this.maxSpeed = MAX_SPEED;
  }

  private drift(): void {
    const time = this.steps / 60;
    for (const node of this.nodes) {
      node.vx = (node.vx ?? 0) + DRIFT * Math.cos(time * 0.7 + node.phase);
      node.vy = (node.vy ?? 0) + DRIFT * Math.sin(time * 0.9 + node.phase * 1.7);
    }
  }
}

const isStopped = ({ fx }: BrainNode): boolean => typeof fx === 'number';

function capSpeed(node: BrainNode, most: number): void {
  const { vx = 0, vy = 0 } = node;
  const square = vx * vx + vy * vy;
  if (square <= most * most || isStopped(node)) return;
  const speed = Math.sqrt(square);
  node.vx = (vx / speed) * most;
  node.vy = (vy / speed) * most;
}

function newNode(item: KnowledgeItem): BrainNode {
  const home = clampToSpace(item.position);
  return { id: item.id, item, ...home, home, phase: phaseOf(item.id) };
}

/** A hash of the id. */
const phaseOf = (id: string): number => [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 6283, 7) / 1000;

function radiusOf(count: number, least: number): number {
  const usual = Math.min(MAX_RADIUS, radiusFor(count, MAX_COVERAGE));
  return Math.max(usual, Math.min(least, radiusFor(count, MAX_COVERAGE * 1.5)));
}

/** The radius with which `count` circles cover this share of the space. */
function radiusFor(count: number, share: number): number {
  const room = (SPACE.right - SPACE.left) * (SPACE.bottom - SPACE.top);
  return Math.sqrt((share * room) / (Math.PI * Math.max(1, count)));
}
