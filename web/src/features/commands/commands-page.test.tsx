import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@kith/proto';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { learned, learnedOf, offers, openCommands, PING, press } from '../../testing/open-commands.js';

/** The DataTransfer that a browser passes from dragstart to drop. */
function transfer(data: Record<string, string> = {}) {
  return {
    data,
    get types() {
      return Object.keys(data);
    },
    setData: (type: string, value: string) => void (data[type] = value),
    getData: (type: string) => data[type] ?? '',
  };
}

beforeEach(() => {
  jest.restoreAllMocks();
});

describe('the commands page', () => {
  it('shows a loading text, then bot, number of learned commands and status', async () => {
    openCommands({ learned: [learnedOf(PING)], bot: { status: 'online' } });
    await screen.findByText('Loading bot brain...');
    await screen.findByRole('heading', { level: 1, name: 'Juniper' });
    expect(screen.getByText('1 skill learned')).toBeTruthy();
    expect(screen.getByText('1 learned')).toBeTruthy();
    expect(screen.getAllByText('Ready to Learn')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Back to Bot' }).getAttribute('href')).toBe(`/bots/${aBot().id}`);
    // 1 of 17 built-in commands and 1 custom command.
    expect(screen.getByText('6%')).toBeTruthy();
    expect(within(await offers()).queryByText('Ping')).toBeNull();
  });

  it('shows an empty brain and the status offline', async () => {
    openCommands();
    await screen.findByText("Your bot's brain is empty");
    expect(screen.getAllByText('Offline')).toHaveLength(2);
    expect(screen.getByText('0 skills learned')).toBeTruthy();
    expect(screen.getByText('0 learned')).toBeTruthy();
  });

  it('adds a command once, however often its button is pressed, and moves the focus to the next one', async () => {
    const { sent } = openCommands();
    const add = await screen.findByRole('button', { name: 'Add Help' });
    add.focus();
    fireEvent.click(add);
    fireEvent.click(add);
    await screen.findByText('Command Added!');
    expect(screen.getByText('Juniper has learned Help.')).toBeTruthy();
    expect(within(await learned()).getByText('Help')).toBeTruthy();
    expect(within(await offers()).queryByText('Help')).toBeNull();
    expect(sent('LearnCommand')).toEqual([{ botId: aBot().id, commandId: 'help' }]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Add Ping');
  });

  it('adds a command with a click anywhere on it', async () => {
    openCommands();
    fireEvent.click(within(await offers()).getByText('Rolls dice, like 2d6.'));
    await screen.findByText('Command Added!');
  });

  it('adds a command that is dropped into the brain', async () => {
    const { sent } = openCommands();
    const row = within(await offers())
      .getByText('Poll')
      .closest('li');
    const dataTransfer = transfer();
    if (row) fireEvent.dragStart(row, { dataTransfer });
    const brain = screen.getByRole('region', { name: "Juniper's brain" });
    fireEvent.dragOver(brain, { dataTransfer });
    expect(brain.dataset['over']).toBe('true');
    fireEvent.drop(brain, { dataTransfer });
    await screen.findByText('Command Added!');
    expect(sent('LearnCommand')).toEqual([{ botId: aBot().id, commandId: 'poll' }]);
    expect(brain.dataset['over']).toBe('false');
  });

  it('ignores unreadable dropped data and logs it', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { sent } = openCommands();
    await offers();
    const brain = screen.getByRole('region', { name: "Juniper's brain" });
    fireEvent.drop(brain, { dataTransfer: transfer({ 'application/x-kith-command': '{' }) });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(sent('LearnCommand')).toEqual([]);
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  });

  it('shows the message of the server when a command cannot be added', async () => {
    openCommands({
      onMutation: () => {
        throw new AppError('TRIGGER_TAKEN', "The trigger !help is already used by 'Aid'.");
      },
    });
    await press('Add Help');
    await screen.findByText('Failed to Add Command');
    expect(screen.getByText("The trigger !help is already used by 'Aid'.")).toBeTruthy();
  });

  it('shows a message of its own when the server sends none', async () => {
    openCommands({
      onMutation: () => {
        throw new AppError('INTERNAL', '');
      },
    });
    await press('Add Help');
    await screen.findByText('Failed to Add Command');
  });

  it('tells a free user that a custom command needs a plan', async () => {
    openCommands({ user: { subscriptionPlan: 'free' } });
    await press('Add Greet');
    await screen.findByText('Command Added!');
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
    expect(within(await learned()).getByText('Needs Standard')).toBeTruthy();
    await press('Configure Greet');
    expect(screen.getByRole('switch', { name: 'Active' })).toMatchObject({ disabled: true });
  });

  it('removes a command', async () => {
    openCommands({ learned: [learnedOf(PING)] });
    await press('Remove Ping');
    await screen.findByText('Command Removed');
    await screen.findByText("Your bot's brain is empty");
    expect(within(await offers()).getByText('Ping')).toBeTruthy();
  });

  it('keeps a command that cannot be removed', async () => {
    openCommands({
      learned: [learnedOf(PING)],
      onMutation: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await press('Remove Ping');
    await screen.findByText('Failed to Remove Command');
    expect(within(await learned()).getByText('Ping')).toBeTruthy();
  });

  it('loads the commands again when the window gets the focus', async () => {
    const { brains } = openCommands();
    await screen.findByText("Your bot's brain is empty");
    brains.current = [learnedOf(PING)];
    await act(async () => void window.dispatchEvent(new Event('focus')));
    expect(await within(await learned()).findByText('Ping')).toBeTruthy();
  });

  it('loads the commands again on Refresh', async () => {
    const { brains } = openCommands();
    await screen.findByText("Your bot's brain is empty");
    brains.current = [learnedOf(PING)];
    await press('Refresh');
    expect(await within(await learned()).findByText('Ping')).toBeTruthy();
  });

  it.each(['NOT_FOUND', 'BAD_INPUT'] as const)('shows "Bot not found" (%s)', async (code) => {
    openCommands({
      brain: () => {
        throw new AppError(code);
      },
    });
    await screen.findByRole('heading', { name: 'Bot not found' });
    expect(screen.getByRole('link', { name: 'Return to Dashboard' }).getAttribute('href')).toBe('/dashboard');
  });

  it('offers to try again when loading fails', async () => {
    openCommands({
      brain: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await screen.findByText('This could not be loaded');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
