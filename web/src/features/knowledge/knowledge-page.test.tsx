import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anItem, openKnowledge, press, sender, type } from '../../testing/open-knowledge.js';

const refuse = (code: ConstructorParameters<typeof AppError>[0], words?: string) => (): never => {
  throw new AppError(code, words);
};
const rows = async () => within(await screen.findByRole('list', { name: 'Knowledge items' })).getAllByRole('listitem');

describe('the knowledge page', () => {
  it('starts empty with a button to add the first item', async () => {
    openKnowledge();
    await screen.findByText('Nothing taught yet');
    expect(screen.getByText('0 of 100 items')).toBeTruthy();
    expect(screen.queryByText('What would it find?')).toBeNull();
    await press('Add the first item');
    await screen.findByRole('dialog', { name: 'Add Knowledge' });
  });

  it('lists the newest items first, page by page', async () => {
    openKnowledge({ items: Array.from({ length: 30 }, (_none, n) => anItem(n + 1, { tags: ['rules'] })) });
    expect(await rows()).toHaveLength(25);
    expect((await rows())[0]?.textContent).toContain('Lesson 30');
    expect(screen.getAllByText('Ready')).toHaveLength(25);
    await press('Next');
    expect(await rows()).toHaveLength(5);
    expect(screen.getByText('26–30 of 30')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  it('loads every page of a long list', async () => {
    const { sent } = openKnowledge({ plan: 'premium', items: Array.from({ length: 450 }, (_none, n) => anItem(n + 1)) });
    await screen.findByText('1–25 of 450');
    expect(sent('Knowledge').map(({ offset }) => offset)).toEqual([0, 200, 400]);
  });

  it('polls until the server has read all items', async () => {
    const { stored } = openKnowledge({ items: [anItem(1, { type: 'file', status: 'processing', content: '' })] });
    await screen.findByText('Processing');
    stored.items = [anItem(1, { type: 'file', status: 'ready', content: 'Read at last' })];
    await screen.findByText('Read at last');
    expect(screen.getByText('Ready')).toBeTruthy();
  });

  it('shows why an item could not be read, and retries', async () => {
    const failed = anItem(1, {
      type: 'url',
      fileUrl: 'https://example.org',
      status: 'failed',
      statusReason: 'The page is gone.',
    });
    const { sent } = openKnowledge({ items: [failed] });
    await screen.findByText('It could not be read: The page is gone.');
    await press('Try again to read Lesson 1');
    await waitFor(() => expect(sent('UpdateKnowledge')).toMatchObject([{ itemId: failed.id, input: { title: 'Lesson 1' } }]));
  });

  it('shows an error when a retry is refused', async () => {
    openKnowledge({
      items: [anItem(1, { type: 'url', status: 'failed', statusReason: 'Gone.' })],
      refuse: refuse('RATE_LIMITED'),
    });
    await press('Try again to read Lesson 1');
    await screen.findByText('Too many requests. Please wait a moment.');
  });

  it('lets an owner on the free plan add items up to five', async () => {
    const { sent } = openKnowledge({ plan: 'free', items: Array.from({ length: 4 }, (_none, n) => anItem(n + 1)) });
    await screen.findByText('4 of 5 items');
    await press('Add Knowledge');
    type('Title', 'Fifth');
    type('Content', 'The last that fits.');
    await waitFor(async () => expect((await sender('Add Knowledge')).disabled).toBe(false));
    fireEvent.click(await sender('Add Knowledge'));
    await screen.findByText(/The Free plan holds 5 items per companion/);
    expect(sent('AddKnowledge')).toHaveLength(1);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add Knowledge' }).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
  });

  it('shows three titles and a link to the plans on the free plan with more than five items', async () => {
    const { sent } = openKnowledge({ plan: 'free', items: [anItem(1), anItem(2), anItem(3)], total: 8 });
    await screen.findByRole('heading', { name: 'It knows more than your plan holds' });
    await screen.findByText(/This companion knows 8 items, and the Free plan holds 5/);
    expect(screen.getByText('Nothing is lost. Its first 5 items stay active.')).toBeTruthy();
    expect(sent('Knowledge')).toHaveLength(1);
    expect(screen.getByText('Lesson 3')).toBeTruthy();
    expect(screen.getByText('+5 more')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Upgrade to Add Knowledge' }).getAttribute('href')).toBe('/pricing');
    expect(screen.queryByRole('button', { name: 'Add Knowledge' })).toBeNull();
  });

  it.each([
    [1000, /The Premium plan holds 1,000 items per companion. Delete one to add another/],
    [1001, /This companion knows 1,001 items, and the Premium plan holds 1,000.*delete some\.$/],
  ])('offers no larger plan than Premium at %d items', async (total, words) => {
    openKnowledge({ plan: 'premium', items: [anItem(1)], total });
    expect((await screen.findByText(words)).textContent).not.toContain('upgrade');
    expect(screen.queryByRole('link', { name: 'Compare plans' })).toBeNull();
  });

  it('disables Add Knowledge when the plan is full', async () => {
    openKnowledge({ items: [anItem(1)], total: 100 });
    await screen.findByText(/The Standard plan holds 100 items per companion/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add Knowledge' }).disabled).toBe(true);
  });

  it('allows reading and deleting, but no changes, after a downgrade', async () => {
    const { sent } = openKnowledge({ items: Array.from({ length: 101 }, (_none, n) => anItem(n + 1)) });
    await screen.findByText(/This companion knows 101 items, and the Standard plan holds 100/);
    fireEvent.click(screen.getByText('Lesson 101'));
    await screen.findByText('Read only on your plan: it can be deleted, not changed.');
    expect(screen.getByLabelText<HTMLInputElement>('Title').readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    await press('Delete');
    await press('Delete Knowledge');
    await screen.findByText('Knowledge Deleted');
    expect(sent('DeleteKnowledge')).toHaveLength(1);
  });

  it('shows Bot Not Found for a foreign bot', async () => {
    openKnowledge({ list: refuse('NOT_FOUND') });
    await screen.findByText('Bot Not Found');
  });

  it('shows an error when it cannot be loaded', async () => {
    openKnowledge({ list: refuse('UNAVAILABLE') });
    await screen.findByText('This could not be loaded');
  });
});
