import { forceCollide, forceSimulation, forceX, forceY, type Simulation, type SimulationNodeDatum } from 'd3-force';
import { SPACE, within, type Point } from './brain-space.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

/** Part 2, section 9; units of the space for each step of a sixtieth of a second. */
const MAX_SPEED = 0.8;
const DRIFT = 0.012;
const HOMING = 0.02;
const GAP = 2;
/** A circle that can still be hit with a finger (WCAG 2.5.8). */
export const SMALLEST_PX = 13;
const LARGEST = 26;
/** Which share of the space all circles together take up at most: more would leave no room to float in. */
const CROWDED = 0.3;
/** While nothing is seen yet, what lies on top of each other may part faster. */
const SETTLING = { steps: 60, speed: 8 } as const;
/** Below small circles stands their title; in pixels. */
const LABEL_ROOM_PX = 6;
const ROOMY_PX = 27;

/** One item in the brain: where it is now, and the place that the server keeps, to which it returns. */
export interface BrainNode extends SimulationNodeDatum {
  readonly id: string;
  item: KnowledgeItem;
  x: number;
  y: number;
  home: Point;
  /** A node of its own, so that no two float in step. */
  readonly phase: number;
}

/** Where the nodes of a brain are: each floats around its own place, and none through another. */
export class BrainLayout {
  nodes: readonly BrainNode[] = [];
  radius = LARGEST;
  private readonly simulation: Simulation<BrainNode, undefined>;
  private readonly apart = forceCollide<BrainNode>().strength(0.7);
  /** Also those that a filter hides: they come back where they were. */
  private readonly known = new Map<string, BrainNode>();
  private steps = 0;
  private maxSpeed = MAX_SPEED;

  constructor() {
    this.simulation = forceSimulation<BrainNode>()
      .stop()
      .alpha(1)
      .alphaDecay(0)
      // The same brain looks the same each time: two items on one spot part by a seeded chance.
      .randomSource(seededChance())
      .force('x', forceX<BrainNode>(({ home }) => home.x).strength(HOMING))
      .force('y', forceY<BrainNode>(({ home }) => home.y).strength(HOMING))
      .force('apart', this.apart)
      .force('drift', () => this.drift())
      .force('cap', () => {
        for (const node of this.nodes) capSpeed(node, this.maxSpeed);
      });
  }

  /** Who is known stays where it is; who is new begins at its place. `pixel` says how large a pixel is in the space. */
  setItems(items: readonly KnowledgeItem[], pixel: number): void {
    const isAnyNew = items.some(({ id }) => !this.known.has(id));
    this.nodes = items.map((item) => {
      const node = this.known.get(item.id) ?? bornAt(item);
      this.known.set(item.id, node);
      node.item = item;
      node.home = within(item.position);
      return node;
    });
    this.simulation.nodes([...this.nodes]);
    this.setPixel(pixel);
    if (isAnyNew) this.settle();
  }

  setPixel(pixel: number): void {
    const { length: count } = this.nodes;
    this.radius = radiusOf(count, SMALLEST_PX * pixel);
    const label = this.radius < ROOMY_PX * pixel ? LABEL_ROOM_PX * pixel : 0;
    this.apart.radius(Math.max(this.radius + GAP, Math.min(this.radius + GAP + label, fitting(count, CROWDED))));
  }

  /** One step of the motion. */
  step(): void {
    this.steps += 1;
    this.simulation.tick();
    for (const node of this.nodes) keepWithin(node);
  }

  /** A stopped node stays, and the others float around it. */
  stop(node: BrainNode, at: Point = node): void {
    const { x, y } = within(at);
    Object.assign(node, { x, y, fx: x, fy: y, vx: 0, vy: 0 });
  }

  /** Lets it float again, from where it is. */
  release(node: BrainNode): void {
    Object.assign(node, { fx: null, fy: null });
  }

  /** Parts what lies on top of each other before anybody sees it. */
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

function keepWithin(node: BrainNode): void {
  const { x, y } = within(node);
  node.x = x;
  node.y = y;
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

function bornAt(item: KnowledgeItem): BrainNode {
  const home = within(item.position);
  return { id: item.id, item, ...home, home, phase: phaseOf(item.id) };
}

/** Any number will do, as long as it is always the same. */
const phaseOf = (id: string): number => [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 6283, 7) / 1000;

function radiusOf(count: number, least: number): number {
  const usual = Math.min(LARGEST, fitting(count, CROWDED));
  return Math.max(usual, Math.min(least, fitting(count, CROWDED * 1.5)));
}

/** The radius with which so many circles take up a share of the space. */
function fitting(count: number, share: number): number {
  const room = (SPACE.right - SPACE.left) * (SPACE.bottom - SPACE.top);
  return Math.sqrt((share * room) / (Math.PI * Math.max(1, count)));
}

/** Numbers from 0 to 1, the same ones each time (Park and Miller's minimal standard generator). */
function seededChance(): () => number {
  let state = 20_261_121;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
