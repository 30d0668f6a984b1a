import { describe, expect, it } from '@jest/globals';
import { BrainLayout } from './brain-layout.js';
import {
  hasRoomForTitles,
  inReadingOrder,
  linksOf,
  neighbour,
  randomPosition,
  shortTitle,
  ViewPort,
  clampToSpace,
} from './brain-space.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

const item = (id: string, x: number, y: number): KnowledgeItem => ({
  id,
  title: `Title of ${id}`,
  excerpt: '',
  type: 'text',
  tags: [],
  fileUrl: null,
  status: 'ready',
  statusReason: null,
  activation: 'search',
  keywords: [],
  createdAt: '2026-11-20T10:00:00.000Z',
  position: { x, y },
});
const DIRECTION = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, down: { x: 0, y: 1 } };

describe('the space of the knowledge brain', () => {
  it.each([
    ['Opening hours', 'Openin…'],
    ['House rules', 'House…'],
    [' Six ab ', 'Six ab'],
    ['Tea', 'Tea'],
    ['👩‍👩‍👧👩‍👩‍👧 families', '👩‍👩‍👧👩‍👩‍👧 fam…'],
  ])('shortens the title %j to six characters', (title, short) => {
    expect(shortTitle(title)).toBe(short);
  });

  it.each([
    [4, 0.45, true],
    [100, 0.85, true],
    [224, 0.85, false],
    [224, 1.7, true],
  ])('has room for the titles of %i items at the scale %d: %s', (count, scale, has) => {
    expect(hasRoomForTitles(count, scale)).toBe(has);
  });

  it('links each pair closer than 200 units once', () => {
    const links = linksOf([
      { x: 100, y: 100 },
      { x: 299, y: 100 },
      { x: 300, y: 300 },
    ]);
    expect(links).toEqual([{ from: 0, to: 1, closeness: expect.closeTo(0.005) }]);
  });

  it('keeps positions between 30 and 670, and 30 and 470', () => {
    expect(clampToSpace({ x: -5, y: 900 })).toEqual({ x: 30, y: 470 });
    const position = randomPosition();
    expect(clampToSpace(position)).toEqual(position);
  });

  it('orders items from the top left to the bottom right', () => {
    const ordered = inReadingOrder([item('low', 40, 400), item('right', 600, 100), item('left', 50, 110)]);
    expect(ordered.map(({ id }) => id)).toEqual(['left', 'right', 'low']);
  });

  it('finds the nearest node in a direction, or none', () => {
    const [middle, near, far, aside] = [
      { x: 300, y: 200 },
      { x: 360, y: 210 },
      { x: 500, y: 200 },
      { x: 310, y: 300 },
    ] as const;
    expect(neighbour([middle, far, aside, near], middle, DIRECTION.right)).toBe(near);
    expect(neighbour([middle, far, aside, near], middle, DIRECTION.down)).toBe(aside);
    expect(neighbour([middle, far, aside, near], middle, DIRECTION.left)).toBeUndefined();
  });

  it('zooms around a point, shows no empty edge, and resets', () => {
    const view = new ViewPort();
    view.resize(700, 500);
    const all = view.toScreen({ x: 700, y: 500 });
    expect(all.x).toBeLessThan(700);
    const under = view.toSpace({ x: 350, y: 250 });
    view.zoomBy(2, { x: 350, y: 250 });
    expect(view.toSpace({ x: 350, y: 250 }).x).toBeCloseTo(under.x);
    view.moveBy(5000, 0);
    expect(view.toScreen({ x: 0, y: 0 }).x).toBe(0);
    view.reveal({ x: 690, y: 490 }, 10);
    expect(view.toScreen({ x: 690, y: 490 }).x).toBeLessThanOrEqual(690);
    view.showAll();
    expect(view.toScreen({ x: 700, y: 500 })).toEqual(all);
  });
});

describe('the layout of the knowledge brain', () => {
  it('starts at the saved positions, the same each time', () => {
    const [first, second] = [new BrainLayout(), new BrainLayout()];
    for (const layout of [first, second]) layout.setItems([item('a', 100, 100), item('b', 100, 100), item('c', 600, 400)], 1);
    expect(first.nodes.map(({ x, y }) => [x, y])).toEqual(second.nodes.map(({ x, y }) => [x, y]));
    expect(first.nodes[2]?.x).toBeCloseTo(600, -1);
    expect(first.nodes[0]).not.toMatchObject({ x: first.nodes[1]?.x, y: first.nodes[1]?.y });
  });

  it('moves 300 nodes by 0.8 units a step at most, and never out of bounds', () => {
    const layout = new BrainLayout();
    layout.setItems(
      Array.from({ length: 300 }, (_none, n) => item(`node-${n}`, 30 + ((n * 97) % 640), 30 + ((n * 61) % 440))),
      1,
    );
    let isMoved = false;
    for (let step = 0; step < 60; step += 1) {
      const before = layout.nodes.map(({ x, y }) => ({ x, y }));
      layout.step();
      for (const [place, { x, y }] of layout.nodes.entries()) {
        const far = Math.hypot(x - (before[place]?.x ?? 0), y - (before[place]?.y ?? 0));
        isMoved ||= far > 0;
        expect(far).toBeLessThanOrEqual(0.8 + 1e-9);
        expect(clampToSpace({ x, y })).toEqual({ x, y });
      }
    }
    expect(isMoved).toBe(true);
  });

  it('separates overlapping nodes before the first frame', () => {
    const layout = new BrainLayout();
    layout.setItems(
      Array.from({ length: 12 }, (_none, n) => item(`node-${n}`, 350, 250)),
      1,
    );
    const gaps = layout.nodes.flatMap((a, place) => layout.nodes.slice(place + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
    expect(Math.min(...gaps)).toBeGreaterThan(1.6 * layout.radius);
  });

  it('restores the position of filtered nodes and moves no other node', () => {
    const layout = new BrainLayout();
    const items = Array.from({ length: 12 }, (_none, n) => item(`node-${n}`, 350, 250));
    layout.setItems(items, 1);
    const places = layout.nodes.map(({ id, x, y }) => ({ id, x, y }));
    layout.setItems(items.slice(0, 3), 1);
    layout.setItems(items, 1);
    expect(layout.nodes.map(({ id, x, y }) => ({ id, x, y }))).toEqual(places);
  });

  it('keeps a fixed node in place while the others float', () => {
    const layout = new BrainLayout();
    layout.setItems([item('a', 200, 200), item('b', 400, 300)], 1);
    const [a, b] = layout.nodes;
    if (!a || !b) throw new Error('no nodes');
    layout.stop(a);
    const before = { x: a.x, y: a.y, other: b.x };
    for (let step = 0; step < 30; step += 1) layout.step();
    expect(a).toMatchObject({ x: before.x, y: before.y });
    expect(b.x).not.toBe(before.other);
  });
});
