import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { anItem, openKnowledge, press, sender, type } from '../../testing/open-knowledge.js';
import { deferred } from '../../testing/fake-server.js';

const refuse = (code: ConstructorParameters<typeof AppError>[0], words?: string) => (): never => {
  throw new AppError(code, words);
};

describe('the Edit Knowledge dialog', () => {
  it('saves the changed fields once, without unchanged content', async () => {
    const item = anItem(1, { tags: ['one'] });
    const { sent } = openKnowledge({ items: [item] });
    fireEvent.click(await screen.findByText('Lesson 1'));
    expect(await screen.findByLabelText('Content')).toMatchObject({ value: 'Text 1' });
    expect((await sender('Save Changes')).disabled).toBe(false);
    type('Title', 'Hours');
    type('Tags', 'one, , two ,');
    const save = await sender('Save Changes');
    fireEvent.click(save);
    fireEvent.click(save);
    await screen.findByText('Knowledge Updated!');
    expect(sent('UpdateKnowledge')).toEqual([
      {
        botId: expect.any(String),
        itemId: item.id,
        input: { title: 'Hours', tags: ['one', 'two'], activation: 'search', keywords: [] },
      },
    ]);
    expect(await screen.findByText('Hours')).toBeTruthy();
  });

  it('asks for confirmation before it deletes', async () => {
    const { sent } = openKnowledge({ items: [anItem(1)] });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await press('Delete');
    await screen.findByText('Delete Lesson 1?');
    expect(sent('DeleteKnowledge')).toEqual([]);
    await press('Delete Knowledge');
    await screen.findByText('Knowledge Deleted');
    await screen.findByText('Nothing taught yet');
  });

  it('keeps the input and shows why when a change is refused', async () => {
    openKnowledge({ items: [anItem(1)], refuse: refuse('UPGRADE_REQUIRED', 'The plan has ended.') });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await screen.findByLabelText('Content');
    type('Content', 'New words');
    fireEvent.click(await sender('Save Changes'));
    await screen.findByText('The plan has ended.');
    expect(screen.getByLabelText('Content')).toMatchObject({ value: 'New words' });
  });

  it('asks before it discards changes', async () => {
    openKnowledge({ items: [anItem(1)] });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await screen.findByLabelText('Content');
    type('Content', 'New words');
    fireEvent.click(await sender('Cancel'));
    await screen.findByText('Leave without saving?');
    await press('Keep editing');
    expect(screen.getByLabelText('Content')).toMatchObject({ value: 'New words' });
    fireEvent.click(await sender('Cancel'));
    await press('Discard changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('hides the content and offers the file while the server reads the item', async () => {
    const fileUrl = '/api/bots/b/knowledge/i/file';
    openKnowledge({ items: [anItem(1, { type: 'file', status: 'queued', content: '', fileUrl })] });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await screen.findByText(/It is being read in the background/);
    expect(screen.queryByLabelText('Content')).toBeNull();
    expect(screen.getByRole('link', { name: 'Download the file' }).getAttribute('href')).toBe(fileUrl);
  });

  it('does not link an address that is not http or https [S43]', async () => {
    // oxlint-disable-next-line no-script-url -- what must not become a link
    openKnowledge({ items: [anItem(1, { type: 'url', fileUrl: 'javascript:alert(1)' })] });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await screen.findByLabelText('Address');
    expect(screen.queryByRole('link', { name: 'Open the page' })).toBeNull();
  });

  it('is listed without the marks of its headings', async () => {
    openKnowledge({ items: [anItem(1, { type: 'url', content: '# Harbour library\nOpen on #1 weekdays.' })] });
    await screen.findByText('Harbour library Open on #1 weekdays.');
  });

  it('shows the whole content, not the excerpt of the list', async () => {
    const content = `${'Water. '.repeat(50)}High at noon.`;
    openKnowledge({ items: [anItem(1, { content })] });
    fireEvent.click(await screen.findByText('Lesson 1'));
    expect(await screen.findByLabelText('Content')).toMatchObject({ value: content });
    type('Title', 'Tides');
    fireEvent.click(await sender('Save Changes'));
    await screen.findByText('Knowledge Updated!');
  });

  it('can save the other fields while the content is loading, without changing the content', async () => {
    const slow = deferred();
    const { sent } = openKnowledge({ items: [anItem(1)], open: () => slow.promise });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await screen.findByText('Loading its text...');
    expect(screen.queryByLabelText('Content')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
    type('Title', 'Hours');
    expect(screen.queryByText(/^Still needed/)).toBeNull();
    fireEvent.click(await sender('Save Changes'));
    await screen.findByText('Knowledge Updated!');
    expect(sent('UpdateKnowledge')).toMatchObject([{ input: { title: 'Hours', tags: [] } }]);
    expect(sent('UpdateKnowledge')[0]?.['input']).not.toHaveProperty('content');
    slow.resolve();
  });

  it('keeps input and focus when the content arrives', async () => {
    const slow = deferred();
    openKnowledge({ items: [anItem(1)], open: () => slow.promise });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await screen.findByText('Loading its text...');
    type('Title', 'Hours');
    act(() => screen.getByLabelText('Tags').focus());
    slow.resolve();
    expect(await screen.findByLabelText('Content')).toMatchObject({ value: 'Text 1' });
    expect(screen.getByLabelText('Title')).toMatchObject({ value: 'Hours' });
    expect(document.activeElement).toBe(screen.getByLabelText('Tags'));
    fireEvent.click(await sender('Cancel'));
    await screen.findByText('Leave without saving?');
  });

  it('shows why the content could not be loaded, and retries', async () => {
    const server = { isAway: true };
    const { sent } = openKnowledge({
      items: [anItem(1)],
      open: () => {
        if (server.isAway) throw new AppError('UNAVAILABLE', 'Knowledge is away.');
      },
    });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await screen.findByText('Its text could not be loaded. Knowledge is away.');
    const again = await sender('Try again');
    act(() => again.focus());
    fireEvent.click(again);
    await waitFor(() => expect(sent('KnowledgeItem')).toHaveLength(2));
    await waitFor(() => expect(again.getAttribute('aria-disabled')).toBe('false'));
    expect(document.activeElement).toBe(again);
    server.isAway = false;
    fireEvent.click(again);
    const content = await screen.findByLabelText('Content');
    expect(content).toMatchObject({ value: 'Text 1' });
    expect(document.activeElement).toBe(content);
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('can delete an item whose content cannot be loaded', async () => {
    const { sent } = openKnowledge({ items: [anItem(1)], open: refuse('UNAVAILABLE') });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await screen.findByText(/Its text could not be loaded/);
    await press('Delete');
    await press('Delete Knowledge');
    await screen.findByText('Knowledge Deleted');
    expect(sent('DeleteKnowledge')).toHaveLength(1);
  });

  it('is not overwritten by changes from the server', async () => {
    const { stored, sent } = openKnowledge({ items: [anItem(1), anItem(2, { type: 'file', status: 'processing' })] });
    fireEvent.click(await screen.findByText('Lesson 1'));
    await screen.findByLabelText('Content');
    type('Content', 'My words');
    type('Title', 'Mine');
    stored.items = [anItem(1, { title: 'Theirs', content: 'Their words' }), anItem(2, { type: 'file', status: 'ready' })];
    await act(async () => void dispatchEvent(new Event('focus')));
    await screen.findByText('Theirs');
    expect(screen.getByLabelText('Content')).toMatchObject({ value: 'My words' });
    expect(screen.getByLabelText('Title')).toMatchObject({ value: 'Mine' });
    expect(sent('KnowledgeItem')).toHaveLength(1);
    fireEvent.click(await sender('Save Changes'));
    await screen.findByText('Knowledge Updated!');
    expect(sent('UpdateKnowledge')).toMatchObject([{ input: { title: 'Mine', content: 'My words' } }]);
  });
});
