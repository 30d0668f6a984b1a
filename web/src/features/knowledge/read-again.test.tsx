import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { anItem, openKnowledge, press, type } from '../../testing/open-knowledge.js';

const aPage = (changes = {}) =>
  anItem(1, { type: 'url', fileUrl: 'https://example.org/', statusReason: 'Read on 4 March 2026.', ...changes });
const open = async () => fireEvent.click(await screen.findByText('Lesson 1'));
const button = () => screen.queryByRole('button', { name: 'Read again now' });

describe('the dialog of a page', () => {
  it('shows when the page was read and lets it be read again', async () => {
    const page = aPage();
    const { sent } = openKnowledge({ items: [page] });
    await open();
    await screen.findByText('Read on 4 March 2026.');
    await press('Read again now');
    await screen.findByText('The page is being read again.');
    expect(sent('UpdateKnowledge')).toEqual([{ botId: expect.any(String), itemId: page.id, input: { readAgain: true } }]);
  });

  it('says why the page is not read again', async () => {
    const refuse = (): never => {
      throw new AppError('RATE_LIMITED', 'Too many addresses. Please wait.');
    };
    openKnowledge({ items: [aPage()], refuse });
    await open();
    await press('Read again now');
    await screen.findByText('Too many addresses. Please wait.');
  });

  it('does not lose changes: with unsaved ones the page cannot be read again', async () => {
    openKnowledge({ items: [aPage()] });
    await open();
    await screen.findByLabelText('Content');
    type('Content', 'New words');
    expect(button()).toMatchObject({ disabled: true });
  });

  it.each([
    ['a text', anItem(1)],
    ['a file', anItem(1, { type: 'file', fileUrl: '/api/bots/b/knowledge/i/file' })],
    ['a page that is being read', aPage({ status: 'queued' })],
    ['a page that failed, which is saved to try again', aPage({ status: 'failed' })],
  ])('has no such button for %s', async (_what, item) => {
    openKnowledge({ items: [item] });
    await open();
    await screen.findByRole('dialog');
    expect(button()).toBeNull();
  });
});
