import { describe, expect, it } from '@jest/globals';
import { ProactiveMessage } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FIRST, open, press, save, saveButton, SECOND, tab } from '../../testing/channel-settings.js';

const aMessage = (channelId: string): ProactiveMessage => ProactiveMessage.parse({ channelId, text: 'Anybody here?' });
const row = async (at: number) => {
  const list = await screen.findByRole('list', { name: 'What it says by itself' });
  return within(within(list).getAllByRole('listitem')[at] as HTMLElement);
};
const type = (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

describe('what a companion says by itself', () => {
  it('is saved with its channel, its event and its text, and is counted as changed only then', async () => {
    const { sent } = open({ settings: { proactiveMessages: [aMessage(FIRST)] } });
    expect((await saveButton()).disabled).toBe(true);
    await tab('Behavior');
    await press('Add a message');
    const added = await row(1);
    type(added.getByLabelText('Channel'), ` ${SECOND} `);
    fireEvent.change(added.getByLabelText('When'), { target: { value: 'newMember' } });
    await added.findByText('Not while Welcome Messages are installed: they greet new members.');
    fireEvent.change(added.getByLabelText('When'), { target: { value: 'weekly' } });
    fireEvent.change(await added.findByLabelText('Day'), { target: { value: '5' } });
    type(added.getByLabelText('Time'), '20:15');
    fireEvent.change(added.getByLabelText('Time zone'), { target: { value: 'Asia/Tokyo' } });
    type(added.getByLabelText('What it says'), 'Game night!');
    await save();
    await screen.findByText('Settings Updated');
    const weekly = {
      event: 'weekly',
      isWritten: false,
      hint: '',
      weekday: 5,
      time: '20:15',
      timeZone: 'Asia/Tokyo',
      quietDays: 7,
    };
    expect(sent[0]?.channelSettings).toEqual({
      proactiveMessages: [aMessage(FIRST), { channelId: SECOND, text: 'Game night!', ...weekly }],
    });
    expect((await saveButton()).disabled).toBe(true);
  });

  it('is not sent while something is wrong with it, or two stand for one channel; its tab opens', async () => {
    const { sent } = open({ settings: { proactiveMessages: [aMessage(FIRST), aMessage(SECOND)] } });
    await saveButton();
    await tab('Behavior');
    const [first, second] = [await row(0), await row(1)];
    type(first.getByLabelText('What it says'), ' ');
    type(second.getByLabelText('Days without a message'), '91');
    await tab('Basic');
    await save();
    await screen.findByText('Please write what it says');
    await screen.findByText('Must be a whole number from 1 to 90');
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Behavior' }).getAttribute('aria-selected')).toBe('true'));
    type(first.getByLabelText('What it says'), 'Hello');
    type(second.getByLabelText('Days without a message'), '9');
    type(second.getByLabelText('Channel'), FIRST);
    await save();
    await screen.findByText('Must have at most one message for a channel');
    expect(sent).toEqual([]);
  });

  it('may be left to the model, with a hint, and then needs no text', async () => {
    const { sent } = open({ settings: { proactiveMessages: [aMessage(FIRST)] } });
    await tab('Behavior');
    const only = await row(0);
    expect(only.queryByLabelText('What it should be about')).toBeNull();
    fireEvent.click(only.getByRole('switch', { name: 'Let it write' }));
    type(await only.findByLabelText('What it should be about'), 'the sea');
    type(only.getByLabelText('What it says instead'), '');
    await save();
    await screen.findByText('Settings Updated');
    const written = { ...aMessage(FIRST), text: '', isWritten: true, hint: 'the sea' };
    expect(sent[0]?.channelSettings).toEqual({ proactiveMessages: [written] });
    fireEvent.click(only.getByRole('switch', { name: 'Let it write' }));
    await save();
    await screen.findByText('Please write what it says');
    expect(sent).toHaveLength(1);
  });

  it('holds five messages, each of which can be removed', async () => {
    const stored = Array.from({ length: 5 }, (_, at) => aMessage(String(BigInt(FIRST) + BigInt(at))));
    const { sent } = open({ settings: { proactiveMessages: stored } });
    await tab('Behavior');
    expect(await screen.findByRole<HTMLButtonElement>('button', { name: 'Add a message' })).toMatchObject({ disabled: true });
    await press('Remove message 2');
    await save();
    await screen.findByText('Settings Updated');
    expect(sent[0]?.channelSettings).toEqual({ proactiveMessages: stored.filter((_message, at) => at !== 1) });
  });
});
