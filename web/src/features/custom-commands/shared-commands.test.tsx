import { describe, expect, it } from '@jest/globals';
import { COMMAND_EXAMPLES } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aCommand, openCustomCommands, press, REPORT, type } from '../../testing/open-custom-commands.js';

describe('sharing a custom command', () => {
  it('creates a code, shows it and withdraws it', async () => {
    const sent = openCustomCommands({ library: [aCommand()] });
    await press('Edit Greet');
    await press('Create a code');
    expect((await screen.findByLabelText('Code of this command')).textContent).toBe('ABCDE-12345');
    await press('Withdraw the code');
    await screen.findByRole('button', { name: 'Create a code' });
    expect(sent('UnshareCustomCommand')).toEqual([{ id: aCommand().id }]);
  });

  it('imports a command after its code was shown, with another trigger, and opens it to be looked at', async () => {
    const shared = { name: 'Dice', trigger: '!dice', description: 'Rolls', code: 'export default () => "six"', icon: '🎲' };
    const sent = openCustomCommands({ shared });
    fireEvent.change(await screen.findByLabelText('Code that you were given'), { target: { value: 'abcde-12345' } });
    await press('Show');
    const found = await screen.findByRole('article', { name: 'Dice' });
    expect(found.textContent).toContain('export default () => "six"');
    fireEvent.change(within(found).getByLabelText('Trigger'), { target: { value: '!roll' } });
    fireEvent.click(within(found).getByRole('button', { name: 'Import' }));
    await screen.findByText(/It stays off on Discord until you have looked at its code/);
    expect(sent('ImportCustomCommand')).toEqual([{ shareCode: 'abcde-12345', trigger: '!roll' }]);
    expect(screen.queryByText('Share')).toBeNull();
    await press('I have looked at the code');
    await waitFor(() => expect(screen.queryByText(/It stays off on Discord/)).toBeNull());
  });

  it('says that no command has the code', async () => {
    openCustomCommands();
    fireEvent.change(await screen.findByLabelText('Code that you were given'), { target: { value: 'nothing' } });
    await press('Show');
    await screen.findByText('No command has this code');
  });
});

describe('the form of a custom command', () => {
  it('is filled with an example that is chosen', async () => {
    openCustomCommands();
    const [example] = COMMAND_EXAMPLES;
    fireEvent.change(await screen.findByLabelText('Start from an example'), { target: { value: example?.name } });
    await waitFor(() => expect(screen.getByLabelText('Name')).toMatchObject({ value: example?.name }));
    expect(screen.getByLabelText('Trigger')).toMatchObject({ value: example?.trigger });
  });

  it('runs a test with the storage of the chosen companion, and shows what would be posted', async () => {
    const embed = {
      __typename: 'CommandEmbed',
      title: 'Points',
      description: '1. Ann',
      color: null,
      author: null,
      footer: null,
      image: null,
      fields: null,
    };
    const post = {
      __typename: 'CommandPost',
      content: 'Best of all',
      embeds: [embed],
      buttons: [{ __typename: 'CommandButton', label: 'Again', url: null }],
      selects: [],
    };
    const sent = openCustomCommands({ report: () => ({ ...REPORT, result: { ...REPORT.result, posts: [post] } }) });
    fireEvent.change(await screen.findByLabelText('With the storage and websites of'), { target: { value: 'bot-1' } });
    type('What a member writes', '!points');
    await press('Run');
    const posts = await screen.findByRole('list', { name: 'What would be posted' });
    for (const text of ['Best of all', 'Points', '1. Ann', 'Again']) expect(within(posts).getByText(text)).toBeTruthy();
    expect(sent('TestCustomCommand')[0]?.['input']).toMatchObject({ message: '!points', botId: 'bot-1' });
  });
});
