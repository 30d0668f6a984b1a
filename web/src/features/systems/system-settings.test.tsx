import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { DEFAULTS, installedOf, openSystems } from '../../testing/open-systems.js';

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => sessionStorage.clear());

describe('the settings of a system', () => {
  const roles = (value: string) => fireEvent.change(screen.getByLabelText('Maximum roles'), { target: { value } });

  it('are sent with the type of each setting', async () => {
    const { sent } = openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await press('Configure Reaction Roles');
    roles('12');
    fireEvent.click(screen.getByRole('switch', { name: 'Remove on second reaction' }));
    fireEvent.change(screen.getByLabelText('Log channel'), { target: { value: 'log' } });
    await press('Save Settings');
    await screen.findByText('Settings Updated');
    expect(sent('ConfigureSystem')).toEqual([
      { botId: aBot().id, systemId: 'reaction-roles', settings: { maxRoles: 12, removeOnReact: false, logChannel: 'log' } },
    ]);
  });

  it.each(['0', '51', '1.5', ''])('are validated before they are sent (%j roles)', async (value) => {
    const { sent } = openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await press('Configure Reaction Roles');
    roles(value);
    await press('Save Settings');
    await screen.findByText('Must be a whole number from 1 to 50');
    expect(sent('ConfigureSystem')).toEqual([]);
  });

  it('can be reset to their defaults', async () => {
    const { sent } = openSystems({ installed: [installedOf('reaction-roles', { ...DEFAULTS, maxRoles: 9 })] });
    await press('Configure Reaction Roles');
    await press('Reset to Default');
    await screen.findByText('Settings Reset');
    expect(sent('ConfigureSystem')).toMatchObject([{ reset: true, settings: {} }]);
    expect(screen.getByLabelText('Maximum roles')).toMatchObject({ value: '5' });
  });

  it('keep what was typed when saving fails', async () => {
    openSystems({
      installed: [installedOf('reaction-roles', DEFAULTS)],
      onMutation: () => {
        throw new AppError('BAD_INPUT', 'Unknown setting');
      },
    });
    await press('Configure Reaction Roles');
    roles('7');
    await press('Save Settings');
    await screen.findByText('Update Failed');
    expect(screen.getByText('Unknown setting')).toBeTruthy();
    expect(screen.getByLabelText('Maximum roles')).toMatchObject({ value: '7' });
  });
});

describe('unsaved settings of a system', () => {
  const roles = () => screen.getByLabelText('Maximum roles');
  const type = (value: string) => fireEvent.change(roles(), { target: { value } });
  const isReloadAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('are kept while another panel is open, and cause a question before the page is left', async () => {
    openSystems({ installed: [installedOf('reaction-roles', DEFAULTS), installedOf('music-bot')] });
    await press('Configure Reaction Roles');
    type('7');
    await press('Configure Reaction Roles');
    await press('Configure Music Bot');
    await press('Configure Reaction Roles');
    expect(roles()).toMatchObject({ value: '7' });
    expect(isReloadAsked()).toBe(true);
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByText('What you changed here is not saved yet.');
    await press('Keep editing');
    await press('Save Settings');
    await screen.findByText('Settings Updated');
    await waitFor(() => expect(isReloadAsked()).toBe(false));
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByText('at /elsewhere');
  });

  it('are dropped when the system is removed', async () => {
    openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await press('Configure Reaction Roles');
    type('7');
    await press('Remove System');
    await screen.findByText('System Removed');
    await waitFor(() => expect(isReloadAsked()).toBe(false));
  });

  it('are never truncated; a value that is too long gets an error at its field', async () => {
    const { sent } = openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await press('Configure Reaction Roles');
    const field = screen.getByLabelText('Log channel');
    fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
    await press('Save Settings');
    await screen.findByText('Must be at most 500 characters');
    expect(field.hasAttribute('maxlength')).toBe(false);
    expect(sent('ConfigureSystem')).toEqual([]);
  });
});
