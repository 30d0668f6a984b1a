import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, SYSTEMS } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { aBot } from '../../testing/bots.js';
import { heldAnswer } from '../../testing/fake-server.js';
import { DEFAULTS, installedOf, openSystems } from '../../testing/open-systems.js';
import { aUser } from '../../testing/render-app.js';

const offers = () => screen.findByRole('list', { name: 'Available Systems' });
const installedList = () => screen.findByRole('list', { name: 'Installed systems' });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const KEY = `kith:systems:${aUser().id}:${aBot().id}`;

beforeEach(() => {
  sessionStorage.clear();
  dismissToast();
});

describe('the systems page', () => {
  it('starts empty, with ten systems to choose from', async () => {
    openSystems();
    await screen.findByText("Your bot's brain is empty");
    expect(within(await offers()).getAllByRole('listitem')).toHaveLength(SYSTEMS.length);
    expect(screen.getByRole('link', { name: 'Back to Bot' }).getAttribute('href')).toBe(`/bots/${aBot().id}`);
    expect(screen.getByText('0%')).toBeTruthy();
  });

  it('says before it is installed that a Premium system is not part of a lesser plan, and shows the refusal of the server', async () => {
    const onMutation = () => {
      throw new AppError('UPGRADE_REQUIRED', 'Mini Games is part of the Premium plan.');
    };
    openSystems({ onMutation });
    const row =
      within(await offers())
        .getByText('Mini Games')
        .closest('li') ?? document.body;
    expect(within(row).getByText(/Part of the Premium plan/)).toBeTruthy();
    expect(within(row).getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing');
    await press('Install Mini Games');
    await screen.findByText('Mini Games is part of the Premium plan.');
    await waitFor(async () => expect(within(await offers()).getByText('Mini Games')).toBeTruthy());
  });

  it('says of an installed Premium system that it is inactive until the plan includes it', async () => {
    openSystems({ installed: [installedOf('mini-games')] });
    await screen.findByText('Inactive');
    await press('Configure Mini Games');
    expect(screen.getByText(/Mini Games does nothing on Discord until your plan includes it/)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'On Discord' })).toBeNull();
  });

  it('says nothing of plans to an owner with Premium', async () => {
    openSystems({ installed: [installedOf('mini-games')], user: { subscriptionPlan: 'premium' } });
    await press('Configure Mini Games');
    await screen.findByRole('heading', { name: 'On Discord' });
    expect(screen.queryByText('Inactive')).toBeNull();
    expect(screen.queryByText(/Part of the Premium plan/)).toBeNull();
  });

  it('filters the systems by category and text', async () => {
    openSystems();
    const list = within(await offers());
    await press('Entertainment');
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search systems...' }), { target: { value: 'pause and volume' } });
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(list.getByText('Music Bot')).toBeTruthy();
    await press('Moderation');
    expect(screen.getByText('No systems found')).toBeTruthy();
    await press('Show all systems');
    expect(list.getAllByRole('listitem')).toHaveLength(SYSTEMS.length);
  });

  it('installs a system once, opens its settings and counts it', async () => {
    const { sent } = openSystems();
    const install = await screen.findByRole('button', { name: 'Install Reaction Roles' });
    fireEvent.click(install);
    fireEvent.click(install);
    await screen.findByText('System Installed!');
    expect(sent('InstallSystem')).toEqual([{ botId: aBot().id, systemId: 'reaction-roles' }]);
    expect(within(await offers()).queryByText('Reaction Roles')).toBeNull();
    expect(screen.getByLabelText('Maximum roles')).toMatchObject({ value: '5' });
    expect(screen.getByRole('switch', { name: 'Remove on second reaction' }).getAttribute('aria-checked')).toBe('true');
    expect(screen.getByText('10%')).toBeTruthy();
  });

  it('brings the settings of a system into view that was installed from far down the list', async () => {
    const shown: string[] = [];
    const scrollIntoView = jest.fn(function (this: Element) {
      shown.push(this.id);
    });
    Object.assign(Element.prototype, { scrollIntoView });
    openSystems();
    await press('Install Music Bot');
    await screen.findByText('System Installed!');
    await waitFor(() => expect(shown).toEqual(['system-music-bot']));
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });

  const isInstalled = async (name: string) => within(await installedList()).queryByText(name) !== null;

  it('shows a system as installed before the server has answered, and keeps it so after the answer', async () => {
    const { held, answer } = heldAnswer();
    openSystems({ onMutation: () => held });
    await press('Install Music Bot');
    await waitFor(async () => expect(await isInstalled('Music Bot')).toBe(true));
    expect(within(await offers()).queryByText('Music Bot')).toBeNull();
    expect(screen.queryByText('System Installed!')).toBeNull();
    answer();
    await screen.findByText('System Installed!');
    expect(await isInstalled('Music Bot')).toBe(true);
  });

  it('offers a system again, with a toast, when the server refuses to install it', async () => {
    const { held, refuse } = heldAnswer();
    openSystems({ onMutation: () => held });
    await press('Install Music Bot');
    await waitFor(async () => expect(await isInstalled('Music Bot')).toBe(true));
    refuse(new AppError('UNAVAILABLE'));
    await screen.findByText('Failed to Install System');
    await waitFor(async () => expect(within(await offers()).queryByText('Music Bot')).not.toBeNull());
    expect(await isInstalled('Music Bot')).toBe(false);
  });

  it('installs a dropped system, and refuses a duplicate', async () => {
    const { sent } = openSystems({ installed: [installedOf('music-bot')] });
    await installedList();
    const drop = (id: string) =>
      fireEvent.drop(screen.getByRole('region', { name: "Juniper's brain" }), {
        dataTransfer: { types: ['application/x-kith-system'], getData: () => JSON.stringify({ id }) },
      });
    drop('music-bot');
    await screen.findByText('System Already Installed');
    expect(screen.getByText('Music Bot is already in your bot.')).toBeTruthy();
    expect(sent('InstallSystem')).toEqual([]);
    drop('mini-games');
    await screen.findByText('System Installed!');
  });

  it('shows a duplicate that another window installed, and loads the list again', async () => {
    const { brain } = openSystems({
      onMutation: () => {
        throw new AppError('ALREADY_INSTALLED');
      },
    });
    await offers();
    brain.current = [installedOf('music-bot')];
    await press('Install Music Bot');
    await screen.findByText('System Already Installed');
    expect(await within(await installedList()).findByText('Music Bot')).toBeTruthy();
  });

  it('shows why a system cannot be installed', async () => {
    openSystems({
      onMutation: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await press('Install Music Bot');
    await screen.findByText('Failed to Install System');
    expect(screen.getByText(/not running right now/)).toBeTruthy();
  });

  it('removes a system with its settings and closes its panel', async () => {
    openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await press('Configure Reaction Roles');
    await press('Remove System');
    await screen.findByText('System Removed');
    expect(screen.queryByLabelText('Maximum roles')).toBeNull();
    expect(within(await offers()).getByText('Reaction Roles')).toBeTruthy();
  });

  it('keeps a system that cannot be removed', async () => {
    openSystems({
      installed: [installedOf('music-bot')],
      onMutation: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await press('Configure Music Bot');
    await press('Remove System');
    await screen.findByText('Failed to Remove System');
    expect(within(await installedList()).getByText('Music Bot')).toBeTruthy();
  });

  it.each(['NOT_FOUND', 'BAD_INPUT'] as const)('shows "Bot Not Found" (%s), and removes the stored systems', async (code) => {
    sessionStorage.setItem(KEY, JSON.stringify([{ ...installedOf('music-bot'), __typename: undefined }]));
    openSystems({
      list: () => {
        throw new AppError(code);
      },
    });
    await screen.findByRole('heading', { name: 'Bot Not Found' });
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  it('offers to try again when loading fails and nothing is stored', async () => {
    openSystems({
      list: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await screen.findByText('This could not be loaded');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the systems stored in the tab', () => {
  it('equal the answer of the server', async () => {
    openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await installedList();
    await waitFor(() =>
      expect(JSON.parse(sessionStorage.getItem(KEY) ?? '[]')).toMatchObject([{ systemId: 'reaction-roles', settings: DEFAULTS }]),
    );
  });

  it('are shown until the server has answered', async () => {
    const { __typename, ...kept } = installedOf('music-bot');
    sessionStorage.setItem(KEY, JSON.stringify([kept]));
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    openSystems({
      list: async () => {
        await asked;
        return { bot: aBot(), systems: [installedOf('mini-games')] };
      },
    });
    expect(await within(await installedList()).findByText('Music Bot')).toBeTruthy();
    answer();
    expect(await within(await installedList()).findByText('Mini Games')).toBeTruthy();
    expect(within(await installedList()).queryByText('Music Bot')).toBeNull();
  });

  it('are ignored when they cannot be parsed', async () => {
    sessionStorage.setItem(KEY, '[{"systemId":');
    openSystems();
    await screen.findByText("Your bot's brain is empty");
  });
});
