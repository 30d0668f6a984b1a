import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { anItem, openKnowledge, press } from '../../testing/open-knowledge.js';

const ITEMS = [
  anItem(1, { position: { x: 100, y: 100 } }),
  anItem(2, { position: { x: 300, y: 100 }, status: 'failed', statusReason: 'Gone.', type: 'url' }),
  anItem(3, { position: { x: 100, y: 400 } }),
];
const node = (name: string) => screen.findByRole('button', { name });

/** In the tests the space of 700 x 500 units is as large as the canvas. */
async function pointer(from: readonly [number, number], to: readonly [number, number] = from): Promise<void> {
  const canvas = document.querySelector('.brain-canvas');
  if (!canvas) throw new Error('no canvas');
  const at = ([clientX, clientY]: readonly [number, number]) => ({ clientX, clientY, pointerId: 1, button: 0, bubbles: true });
  fireEvent(canvas, new MouseEvent('pointerdown', at(from)));
  fireEvent(canvas, new MouseEvent('pointermove', at(to)));
  fireEvent(canvas, new MouseEvent('pointerup', at(to)));
}
const frameOf = (width: number, height: number): void => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => width });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => height });
};

describe('the knowledge brain', () => {
  it('lists every item for screen readers in reading order, with one tab stop', async () => {
    openKnowledge({ items: ITEMS, view: 'brain' });
    await node('Lesson 1, Text, Ready');
    const list = screen.getByRole('list', { name: 'Knowledge items' });
    const nodes = [...list.querySelectorAll('button')];
    expect(nodes.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Lesson 1, Text, Ready',
      'Lesson 2, URL, Failed',
      'Lesson 3, Text, Ready',
    ]);
    expect(nodes.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    expect(screen.getByText('2 Ready')).toBeTruthy();
    expect(screen.getByText('1 Failed')).toBeTruthy();
  });

  it('moves to the neighbours by arrow keys and opens the focused item', async () => {
    openKnowledge({ items: ITEMS, view: 'brain' });
    const first = await node('Lesson 1, Text, Ready');
    act(() => first.focus());
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    const second = await node('Lesson 2, URL, Failed');
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second, { key: 'End' });
    expect(document.activeElement).toBe(await node('Lesson 3, Text, Ready'));
    fireEvent.click(second);
    await screen.findByRole('heading', { name: 'Edit Knowledge' });
  });

  it('saves a position changed by keys once, after the last key', async () => {
    const { sent } = openKnowledge({ items: ITEMS, view: 'brain' });
    const first = await node('Lesson 1, Text, Ready');
    act(() => first.focus());
    for (let press = 0; press < 3; press += 1) fireEvent.keyDown(first, { key: 'ArrowDown', shiftKey: true });
    await waitFor(() => expect(sent('UpdateKnowledge')).toHaveLength(1));
    const [{ input }] = sent('UpdateKnowledge') as [{ input: { position: { x: number; y: number } } }];
    expect(input.position.y).toBeGreaterThanOrEqual(150);
    expect(input.position.y).toBeLessThanOrEqual(175);
  });

  it('opens a clicked node, and saves a dragged node within the bounds', async () => {
    frameOf(700, 500);
    const { sent } = openKnowledge({ items: ITEMS, view: 'brain' });
    await node('Lesson 1, Text, Ready');
    await pointer([100, 400], [900, 480]);
    await waitFor(() =>
      expect(sent('UpdateKnowledge')).toMatchObject([{ itemId: ITEMS[2]?.id, input: { position: { x: 670, y: 470 } } }]),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    await pointer([100, 100]);
    await screen.findByRole('heading', { name: 'Edit Knowledge' });
    expect(screen.getByLabelText('Title')).toMatchObject({ value: 'Lesson 1' });
  });

  it('shows an error when a position cannot be saved', async () => {
    frameOf(700, 500);
    openKnowledge({
      items: ITEMS,
      view: 'brain',
      refuse: () => {
        throw new AppError('UNAVAILABLE', 'Not now.');
      },
    });
    await node('Lesson 1, Text, Ready');
    await pointer([100, 400], [200, 300]);
    await screen.findByText('The new place of Lesson 3 could not be saved. Not now.');
  });

  it('can be zoomed and paused', async () => {
    openKnowledge({ items: ITEMS, view: 'brain' });
    await press('Zoom in');
    const all = await screen.findByRole('button', { name: 'Show the whole brain' });
    expect(all.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(all);
    expect(all.getAttribute('aria-disabled')).toBe('true');
    await press('Pause motion');
    await screen.findByRole('button', { name: 'Resume motion' });
  });

  it('does not move when the system asks for reduced motion', async () => {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (media) => ({ ...matchMedia(media), matches: true, addEventListener() {}, removeEventListener() {} });
    openKnowledge({ items: ITEMS, view: 'brain' });
    await node('Lesson 1, Text, Ready');
    expect(screen.queryByRole('button', { name: 'Pause motion' })).toBeNull();
    globalThis.matchMedia = matchMedia;
  });

  it('links to the list, which shows why an item failed, and saves that view', async () => {
    openKnowledge({ items: ITEMS, view: 'brain' });
    await press('See why in the list');
    await screen.findByText('It could not be read: Gone.');
    expect(localStorage.getItem('kith.knowledge-view')).toBe('list');
  });

  it('shows the newest 300 items with a notice', async () => {
    openKnowledge({ plan: 'premium', view: 'brain', items: Array.from({ length: 310 }, (_none, n) => anItem(n + 1)) });
    await screen.findByText(/The brain shows the 300 newest of 310 items/);
  });
});
