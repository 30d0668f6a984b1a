import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { aBot } from '../../testing/bots.js';
import { heldAnswer } from '../../testing/fake-server.js';
import { learned, learnedOf, openCommands, OWN, PING, press } from '../../testing/open-commands.js';

describe('ConfigureDialog', () => {
  const typed = (value: string) => fireEvent.change(screen.getByLabelText('Custom trigger'), { target: { value } });

  it('changes trigger and switch, and dims a disabled command', async () => {
    const { sent } = openCommands({ learned: [learnedOf(PING)] });
    await press('Configure Ping');
    expect(screen.getByLabelText('Description')).toMatchObject({ readOnly: true, value: PING.description });
    fireEvent.click(screen.getByRole('switch', { name: 'Active' }));
    typed('!pong');
    await press('Save Changes');
    await screen.findByText('Command Updated!');
    expect(sent('UpdateLearnedCommand')).toEqual([
      { botId: aBot().id, botCommandId: 'learned-ping', input: { isEnabled: false, customTrigger: '!pong' } },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    const row = within(await learned())
      .getByText('!pong')
      .closest('li');
    expect(row?.dataset['off']).toBe('true');
    expect(within(await learned()).getByText('Disabled')).toBeTruthy();
  });

  it('says beside its switch how members use the command on Discord', async () => {
    openCommands({ learned: [learnedOf(PING)] });
    await press('Configure Ping');
    const row = screen.getByRole('switch', { name: 'Active' }).closest('label');
    expect(row?.textContent).toContain('by its trigger and as a slash command');
  });

  /** Switches Ping off and saves; the server answers when `answer` or `refuse` is called. */
  const saveSwitchedOff = async () => {
    // Of the test before.
    dismissToast();
    const { held, answer, refuse } = heldAnswer();
    openCommands({ learned: [learnedOf(PING)], onMutation: () => held });
    await press('Configure Ping');
    fireEvent.click(screen.getByRole('switch', { name: 'Active' }));
    await press('Save Changes');
    return { answer, refuse };
  };
  const isDimmed = async () =>
    within(await learned())
      .getByText(PING.trigger)
      .closest('li')?.dataset['off'] === 'true';

  it('shows a command as disabled in the list before the server has answered, and keeps it so after the answer', async () => {
    const { answer } = await saveSwitchedOff();
    await waitFor(async () => expect(await isDimmed()).toBe(true));
    expect(screen.queryByText('Command Updated!')).toBeNull();
    answer();
    await screen.findByText('Command Updated!');
    expect(await isDimmed()).toBe(true);
  });

  it('shows a command as enabled again, with a toast, when the server refuses to disable it', async () => {
    const { refuse } = await saveSwitchedOff();
    await waitFor(async () => expect(await isDimmed()).toBe(true));
    refuse(new AppError('UNAVAILABLE'));
    await screen.findByText('Failed to Update Command');
    expect(await isDimmed()).toBe(false);
  });

  it('resets to the default trigger and enabled, without saving', async () => {
    const { sent } = openCommands({ learned: [learnedOf(PING, { isEnabled: false, customTrigger: '!pong' })] });
    await press('Configure Ping');
    await press('Reset');
    expect(screen.getByLabelText('Custom trigger')).toMatchObject({ value: '' });
    expect(screen.getByRole('switch', { name: 'Active' }).getAttribute('aria-checked')).toBe('true');
    expect(sent('UpdateLearnedCommand')).toEqual([]);
    await press('Save Changes');
    await waitFor(() =>
      expect(sent('UpdateLearnedCommand')).toMatchObject([{ input: { isEnabled: true, customTrigger: null } }]),
    );
  });

  it('asks before changes are lost by Escape, Cancel or a reload', async () => {
    openCommands({ learned: [learnedOf(PING)] });
    await press('Configure Ping');
    const isReloadAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isReloadAsked()).toBe(false);
    typed('!pong');
    expect(isReloadAsked()).toBe(true);
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await screen.findByText('What you changed here is not saved yet.');
    await press('Keep editing');
    expect(screen.getByLabelText('Custom trigger')).toMatchObject({ value: '!pong' });
    typed('');
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('refuses a trigger that is too long at its field instead of truncating it', async () => {
    const { sent } = openCommands({ learned: [learnedOf(PING)] });
    await press('Configure Ping');
    typed(`!${'x'.repeat(32)}`);
    await press('Save Changes');
    await screen.findByText('Must be at most 32 characters');
    expect(screen.getByLabelText('Custom trigger').hasAttribute('maxlength')).toBe(false);
    expect(sent('UpdateLearnedCommand')).toEqual([]);
  });

  it('saves nothing on Cancel', async () => {
    const { sent } = openCommands({ learned: [learnedOf(PING)] });
    const configure = await screen.findByRole('button', { name: 'Configure Ping' });
    configure.focus();
    fireEvent.click(configure);
    typed('!pong');
    await press('Cancel');
    await press('Discard changes');
    expect(document.activeElement).toBe(configure);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('UpdateLearnedCommand')).toEqual([]);
  });

  it('refuses a trigger with spaces', async () => {
    const { sent } = openCommands({ learned: [learnedOf(PING)] });
    await press('Configure Ping');
    typed('!pong please');
    await press('Save Changes');
    await screen.findByText('A trigger has no spaces');
    expect(sent('UpdateLearnedCommand')).toEqual([]);
  });

  it('keeps a trigger that is taken and shows the error at the field', async () => {
    openCommands({
      learned: [learnedOf(PING)],
      onMutation: () => {
        throw new AppError('TRIGGER_TAKEN', "The trigger !help is already used by 'Help'.");
      },
    });
    await press('Configure Ping');
    typed('!help');
    await press('Save Changes');
    await screen.findByText('Failed to Update Command');
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByText("The trigger !help is already used by 'Help'.");
    expect(screen.getByLabelText('Custom trigger')).toMatchObject({ value: '!help' });
  });

  it('shows in the dialog why saving was refused', async () => {
    openCommands({
      learned: [learnedOf(OWN, { isEnabled: false })],
      onMutation: () => {
        throw new AppError('UPGRADE_REQUIRED');
      },
    });
    await press('Configure Greet');
    await press('Save Changes');
    await screen.findByText('Failed to Update Command');
    await within(screen.getByRole('dialog')).findByText('Please upgrade your plan to use this.');
  });
});
