import { describe, expect, it } from '@jest/globals';
import { COMMANDS, needsOfCommand } from '@kith/proto';
import { screen, within } from '@testing-library/react';
import { open as openChannel, tab } from '../testing/channel-settings.js';
import { aConnection, aServer } from '../testing/fake-server.js';
import { aBot } from '../testing/bots.js';
import { learned, learnedOf, offers, openCommands, PING } from '../testing/open-commands.js';
import { installedOf, openSystems } from '../testing/open-systems.js';

/** A companion without a language model, without Message Content, and without a permission in its server. */
const LACKING = {
  BotAbilities: () => ({ bot: aBot(), chatEngine: { __typename: 'ChatEngine', engine: 'builtin' } }),
  DiscordConnection: () => {
    const connection = aConnection({ servers: [aServer({ missingPermissions: ['moderate_members'] })] });
    return {
      discordConnection: { ...connection, account: { ...connection.account, hasMessageContent: false, hasServerMembers: false } },
    };
  },
};
const command = (id: string) => COMMANDS.find((one) => one.id === id) ?? PING;
const offerOf = async (name: string) =>
  within(
    within(await offers())
      .getByRole('button', { name: `Add ${name}` })
      .closest('li') ?? document.body,
  );

describe('what something does not work without', () => {
  it('is said on the offers of commands that need it, and on no other', async () => {
    openCommands();
    expect((await offerOf('Translate')).getByText('Needs a language model.')).toBeTruthy();
    expect((await offerOf('Summarize')).getByText('Needs a language model. Needs the Message Content switch.')).toBeTruthy();
    expect((await offerOf('Purge')).getByText('Needs the permission Manage Messages.')).toBeTruthy();
    const { capabilities, permissions } = needsOfCommand('roll');
    expect([...capabilities, ...permissions]).toEqual([]);
    expect((await offerOf('Roll')).queryByText(/Needs/)).toBeNull();
  });

  it('is said of learned commands, with what this companion lacks', async () => {
    const ids = ['translate', 'summarize', 'timeout', 'ping'];
    openCommands({ learned: ids.map((id) => learnedOf(command(id))), operations: LACKING });
    const list = within(await learned());
    await list.findByText('Needs a language model: this companion answers without one.');
    await list.findByText(/Needs the Message Content switch: it is off for this companion\./);
    await list.findByText('Needs the permission Time out members: not granted in Elm Street.');
    expect(list.getAllByText(/Needs/)).toHaveLength(3);
  });

  it('is said without the state where Discord and the model are not known', async () => {
    const fails = () => {
      throw new Error('unreachable');
    };
    openCommands({ learned: [learnedOf(command('translate'))], operations: { BotAbilities: fails } });
    expect(await within(await learned()).findByText('Needs a language model.')).toBeTruthy();
  });

  it('is said of systems, offered and installed', async () => {
    openSystems({ installed: [installedOf('ai-moderator')], operations: LACKING });
    await screen.findByText(
      /Needs a language model: this companion answers without one\. Needs the Message Content switch: it is off/,
    );
    expect(screen.getByText(/Needs the Message Content switch for transcripts: it is off for this companion\./)).toBeTruthy();
    expect(screen.getByText(/Needs the Server Members switch for farewells: it is off for this companion\./)).toBeTruthy();
    expect(screen.getByText('Needs the permissions Connect, Speak.')).toBeTruthy();
  });

  it('is said of an offered system as it is with the settings that it begins with, and what it may need with others', async () => {
    openSystems({ installed: [] });
    await screen.findByText('Needs the permissions Connect, Speak.');
    const moderation =
      /May need the permissions Manage Messages, Time out members, Manage Server, depending on how you set it up\.$/;
    expect(screen.getByText(moderation).textContent).not.toMatch(/Needs the permission/);
    expect(
      screen.getByText(
        'Needs the permission Attach Files. May need the permission Manage Roles, depending on how you set it up.',
      ),
    ).toBeTruthy();
    expect(screen.getByText('May need the permission Manage Roles, depending on how you set it up.')).toBeTruthy();
  });

  it('says of an installed shop that its items decide about roles', async () => {
    openSystems({ installed: [installedOf('economy-system')] });
    const shop = await screen.findByRole('button', { name: 'Configure Economy System' });
    expect(within(shop).getByText('May need the permission Manage Roles, depending on how you set it up.')).toBeTruthy();
  });

  it('is said of an installed system as its settings need it', async () => {
    openSystems({
      installed: [installedOf('auto-moderation', { dryRun: true }), installedOf('ai-moderator', { dryRun: false })],
    });
    await screen.findByText(/Needs the permissions Manage Messages, Time out members\.$/);
    expect(screen.queryByText(/Needs the permissions? .*Manage Server/)).toBeNull();
  });

  it('is said of settings of channels, with the switch that it explains', async () => {
    openChannel({ settings: { moderationMode: true }, operations: LACKING });
    await screen.findByRole('switch', { name: 'Auto-reply' });
    const off = 'Needs the Message Content switch: it is off for this companion.';
    expect(await screen.findAllByText(off)).toHaveLength(2);
    const description = screen.getByRole('switch', { name: 'Auto-reply' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(description)?.textContent).toContain(off);
    await tab('Moderation');
    expect(screen.getByText('Needs the permission Time out members: not granted in Elm Street.')).toBeTruthy();
    await tab('Behavior');
    expect(screen.getByText(/Needs the Message Content switch for commands by prefix: it is off/)).toBeTruthy();
    expect(screen.getByText(/Needs a language model for messages that are written anew each time: this companion/)).toBeTruthy();
  });
});
