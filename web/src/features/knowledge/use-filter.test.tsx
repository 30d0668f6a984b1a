import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { anItem, openKnowledge, press, sender, type } from '../../testing/open-knowledge.js';
import { deferred } from '../../testing/fake-server.js';

const BOX = 'Search title, content and tags';
const ITEMS = [
  anItem(1, { title: 'Tides', content: `${'Water. '.repeat(50)}High at noon.` }),
  anItem(2, { title: 'Harbour', tags: ['Noon'] }),
  anItem(3, { title: 'Lighthouse' }),
];

const titles = () => [...document.querySelectorAll('.knowledge-title')].map(({ textContent }) => textContent);
const shows = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
const returnToWindow = () => act(async () => void dispatchEvent(new Event('focus')));

async function open(world: Parameters<typeof openKnowledge>[0] = {}) {
  const opened = openKnowledge({ items: ITEMS, ...world });
  await shows('Lighthouse', 'Harbour', 'Tides');
  return { ...opened, asked: () => opened.sent('KnowledgeMatches').map(({ search }) => search) };
}

describe('the filter of the knowledge page', () => {
  it('combines search, type and tag', async () => {
    openKnowledge({
      items: [
        anItem(1, { title: 'Opening hours', content: 'Nine to five' }),
        anItem(2, { title: 'Rules', type: 'file', tags: ['board'] }),
        anItem(3, { title: 'Site', type: 'url', tags: ['board', 'web'] }),
      ],
    });
    await shows('Site', 'Rules', 'Opening hours');
    type(BOX, 'NINE');
    await shows('Opening hours');
    type(BOX, '');
    await shows('Site', 'Rules', 'Opening hours');
    await press('URL');
    await shows('Site');
    expect(screen.getByText('1 item found').closest('[role=status]')).toBeTruthy();
    await press('All');
    type('Show tag', 'board');
    await shows('Site', 'Rules');
    type(BOX, 'rule');
    await shows('Rules');
    type(BOX, 'nothing like it');
    await screen.findByText('Nothing matches');
    await press('Show everything');
    await shows('Site', 'Rules', 'Opening hours');
  });

  it('searches titles, contents and tags on the server, once per pause in typing', async () => {
    const { asked } = await open();
    for (const words of [' n', ' nO', ' nOo', ' nOon']) type(BOX, words);
    await shows('Harbour', 'Tides');
    expect(asked()).toEqual(['nOon']);
    expect(screen.getByText('2 items found').closest('[role=status]')).toBeTruthy();
    type(BOX, '');
    await shows('Lighthouse', 'Harbour', 'Tides');
    expect(asked()).toHaveLength(1);
    expect(screen.queryByText(/items? found/)).toBeNull();
  });

  it('asks for a further page of a search result when it is looked at', async () => {
    const items = Array.from({ length: 450 }, (_none, n) => anItem(n + 1, { content: n < 430 ? 'tide' : 'ebb' }));
    const { sent } = openKnowledge({ plan: 'premium', items });
    const offsets = () => sent('KnowledgeMatches').map(({ offset }) => offset);
    await screen.findByText('1–25 of 450');
    type(BOX, 'tide');
    await screen.findByText('1–25 of 430');
    expect(titles()[0]).toBe('Lesson 430');
    expect(screen.getByText('430 items found')).toBeTruthy();
    for (let from = 26; from < 200; from += 25) {
      await press('Next');
      await screen.findByText(`${from}–${from + 24} of 430`);
    }
    expect(offsets()).toEqual([0]);
    await press('Next');
    await screen.findByText('201–225 of 430');
    expect(titles()[0]).toBe('Lesson 230');
    expect(offsets()).toEqual([0, 200]);
  });

  it('asks for further matches until those of a type fill the page, and says that there are more', async () => {
    const items = Array.from({ length: 650 }, (_none, n) =>
      anItem(n + 1, { content: 'tide', type: n >= 230 && n < 270 ? 'url' : 'text' }),
    );
    const { sent } = openKnowledge({ plan: 'premium', items });
    await screen.findByText('1–25 of 650');
    type(BOX, 'tide');
    await screen.findByText('650 items found');
    await press('URL');
    await screen.findByText('1–25 of more than 40');
    expect(screen.getByText('More than 40 items found')).toBeTruthy();
    expect(sent('KnowledgeMatches').map(({ offset }) => offset)).toEqual([0, 200, 400]);
  });

  it('says that a search found more than a thousand', async () => {
    const items = Array.from({ length: 1010 }, (_none, n) => anItem(n + 1, { content: 'tide' }));
    openKnowledge({ plan: 'premium', items });
    await screen.findByText('1–25 of 1,010');
    type(BOX, 'tide');
    await screen.findByText('More than 1,000 items found');
    expect(screen.getByText('1–25 of more than 1,000')).toBeTruthy();
  });

  it('shows why a further page failed, and searches again', async () => {
    const items = Array.from({ length: 450 }, (_none, n) => anItem(n + 1, { content: 'tide' }));
    const server = { asked: 0 };
    openKnowledge({
      plan: 'premium',
      items,
      view: 'brain',
      search: () => {
        server.asked += 1;
        if (server.asked > 1 && server.asked < 4) throw new AppError('UNAVAILABLE', 'Not now.');
      },
    });
    await screen.findByLabelText(BOX);
    type(BOX, 'tide');
    await screen.findByText('Not now.');
    await press('Try again');
    await screen.findByText('450 items found');
    await waitFor(() => expect(screen.queryByText('Not now.')).toBeNull());
  });

  it('keeps the previous result until the next one arrives', async () => {
    const slow = deferred();
    await open({ search: (words) => (words === 'light' ? slow.promise : undefined) });
    type(BOX, 'noon');
    await shows('Harbour', 'Tides');
    type(BOX, 'light');
    await waitFor(() => expect(document.querySelector('.knowledge-found .spinner')).toBeTruthy());
    expect(titles()).toEqual(['Harbour', 'Tides']);
    expect(screen.getByText('2 items found')).toBeTruthy();
    slow.resolve();
    await shows('Lighthouse');
    expect(screen.getByText('1 item found')).toBeTruthy();
  });

  it('shows why a search failed, and retries', async () => {
    const server = { isAway: true };
    const { asked } = await open({
      search: () => {
        if (server.isAway) throw new AppError('UNAVAILABLE', 'Knowledge cannot be searched right now.');
      },
    });
    type(BOX, 'noon');
    await screen.findByText('Knowledge cannot be searched right now.');
    expect(screen.getByRole('heading', { name: 'This could not be loaded' }).closest('[role=alert]')).toBeTruthy();
    server.isAway = false;
    await press('Try again');
    await shows('Harbour', 'Tides');
    // The first search is repeated by itself, because the service may be back in a moment.
    expect(asked()).toEqual(['noon', 'noon', 'noon']);
    expect(screen.queryByText('Knowledge cannot be searched right now.')).toBeNull();
  });

  it('shows all items again when the text of a failed search is deleted', async () => {
    await open({
      search: () => {
        throw new AppError('UNAVAILABLE', 'Not now.');
      },
    });
    type(BOX, 'noon');
    await screen.findByText('Not now.');
    type(BOX, '');
    await shows('Lighthouse', 'Harbour', 'Tides');
    expect(screen.queryByText('Not now.')).toBeNull();
  });

  it('announces an unchanged number for another search', async () => {
    await open();
    type(BOX, 'tides');
    await shows('Tides');
    const before = screen.getByText('1 item found');
    type(BOX, 'light');
    await shows('Lighthouse');
    expect(screen.getByText('1 item found')).not.toBe(before);
  });
});

describe('an active search of the knowledge page', () => {
  it('is repeated when an item was edited beyond its excerpt', async () => {
    const { stored } = await open();
    type(BOX, 'high at noon');
    await shows('Tides');
    fireEvent.click(screen.getByText('Tides'));
    await screen.findByLabelText('Content');
    type('Content', `${'Water. '.repeat(50)}Low.`);
    fireEvent.click(await sender('Save Changes'));
    await screen.findByText('Knowledge Updated!');
    await screen.findByText('Nothing matches');
    expect(stored.items[0]?.content).toMatch(/Low\.$/);
  });

  it('shows a new item that matches', async () => {
    await open();
    type(BOX, 'noon');
    await shows('Harbour', 'Tides');
    await press('Add Knowledge');
    type('Title', 'Lunch');
    type('Content', 'At noon.');
    const add = await sender('Add Knowledge');
    await waitFor(() => expect(add.disabled).toBe(false));
    fireEvent.click(add);
    await shows('Lunch', 'Harbour', 'Tides');
  });

  it('does not show a deleted item', async () => {
    await open();
    type(BOX, 'noon');
    await shows('Harbour', 'Tides');
    fireEvent.click(screen.getByText('Harbour'));
    await press('Delete');
    await press('Delete Knowledge');
    await shows('Tides');
    expect(screen.getByText('1 item found')).toBeTruthy();
  });

  it('finds an item by its content after the server has read it', async () => {
    const { stored } = await open({
      items: [...ITEMS.slice(0, 2), anItem(3, { title: 'Lighthouse', type: 'file', status: 'queued' })],
    });
    type(BOX, '1874');
    await screen.findByText('Nothing matches');
    stored.items[2] = anItem(3, { title: 'Lighthouse', type: 'file', content: `${'Light. '.repeat(50)}Built in 1874.` });
    await waitFor(() => expect(titles()).toEqual(['Lighthouse']), { timeout: 4000 });
  });

  it('is repeated when the window gets the focus', async () => {
    const { stored } = await open();
    type(BOX, 'noon');
    await shows('Harbour', 'Tides');
    stored.items[2] = anItem(3, { title: 'Lighthouse', content: `${'Text 3'.padEnd(300)} open at noon` });
    await returnToWindow();
    await shows('Lighthouse', 'Harbour', 'Tides');
  });

  it('is not repeated when a node is moved', async () => {
    const { asked, sent } = await open();
    type(BOX, 'noon');
    await shows('Harbour', 'Tides');
    await press('Brain');
    const node = await screen.findByRole('button', { name: 'Tides, Text, Ready' });
    act(() => node.focus());
    fireEvent.keyDown(node, { key: 'ArrowDown', shiftKey: true });
    await waitFor(() => expect(sent('UpdateKnowledge')).toHaveLength(1));
    expect(asked()).toEqual(['noon']);
  });
});
