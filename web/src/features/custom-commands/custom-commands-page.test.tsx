import { describe, expect, it } from '@jest/globals';
import { diagnosticCount } from '@codemirror/lint';
import { AppError } from '@kith/proto';
import { fireEvent, screen, within } from '@testing-library/react';
import { formatNumber } from '../../lib/format.js';
import { codeEditor, writeCode } from '../../testing/code-editor.js';
import { aCommand, fill, library, openCustomCommands, press, type } from '../../testing/open-custom-commands.js';
import { paste } from '../../testing/paste.js';

const FAULTY = { valid: false, message: 'unexpected token', line: 2, column: 5 };

describe('the custom commands page', () => {
  it('starts with an empty library, a template and the handler reference', async () => {
    openCustomCommands();
    await screen.findByText('No custom commands yet');
    expect((await codeEditor()).state.doc.toString()).toContain('export default');
    expect(screen.getByLabelText('Icon')).toMatchObject({ value: '⚡' });
    for (const member of [
      'message',
      'userId',
      'channelId',
      'guildId',
      'botId',
      'trigger',
      'args',
      'success',
      'response',
      'shouldReply',
    ])
      expect(screen.getByText(member, { selector: 'dt > code' })).toBeTruthy();
  });

  it('creates a command once, after a syntax check, and clears the form', async () => {
    const sent = openCustomCommands();
    await fill();
    await writeCode('export default () => "hi";');
    const create = screen.getByRole('button', { name: 'Create Command' });
    fireEvent.click(create);
    fireEvent.click(create);
    await screen.findByText('Custom command created successfully!');
    expect(sent('CheckCommandSyntax')).toEqual([{ code: 'export default () => "hi";' }]);
    expect(sent('CreateCustomCommand')).toEqual([
      {
        input: {
          name: 'Greet',
          trigger: '!greet',
          description: 'Says hello',
          code: 'export default () => "hi";',
          icon: '⚡',
          options: [],
        },
      },
    ]);
    expect(within(await library()).getByText('Greet')).toBeTruthy();
    expect(screen.getByLabelText('Name')).toMatchObject({ value: '' });
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });

  it('requires name, trigger and description', async () => {
    const sent = openCustomCommands();
    await screen.findByLabelText('Name');
    type('Trigger', 'two words');
    await press('Create Command');
    await screen.findByText('Please enter a name');
    await screen.findByText('A trigger has no spaces');
    await screen.findByText('Please enter a description');
    expect(sent('CreateCustomCommand')).toEqual([]);
  });

  it.each([
    ['Name', 100],
    ['Trigger', 32],
    ['Description', 500],
    ['Icon', 16],
  ])('keeps a pasted %s that is too long and shows an error at the field', async (label, max) => {
    const sent = openCustomCommands();
    await fill();
    paste(label, 'a'.repeat(max + 1));
    await press('Create Command');
    await screen.findByText(`Must be at most ${formatNumber(max)} characters`);
    expect(sent('CreateCustomCommand')).toEqual([]);
  });

  it('sends the default icon when the field is empty', async () => {
    const sent = openCustomCommands();
    await fill();
    type('Icon', ' ');
    await press('Create Command');
    await screen.findByText('Custom command created successfully!');
    expect(sent('CreateCustomCommand')).toMatchObject([{ input: { icon: '⚡' } }]);
  });

  it('does not save code with a syntax error, and marks its line', async () => {
    const sent = openCustomCommands({ syntax: FAULTY });
    await fill();
    await press('Create Command');
    await screen.findByText('Invalid JavaScript syntax');
    await screen.findByText('Line 2: unexpected token');
    const view = await codeEditor();
    expect(diagnosticCount(view.state)).toBe(1);
    expect(sent('CreateCustomCommand')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Go to line 2' }));
    const { state } = view;
    expect(view.hasFocus).toBe(true);
    expect(state.sliceDoc(state.selection.main.from, state.selection.main.to)).toContain('const name');
    await writeCode('ok');
    expect(screen.queryByText('Line 2: unexpected token')).toBeNull();
  });

  it('checks the syntax on Test Syntax', async () => {
    const sent = openCustomCommands();
    await press('Test Syntax');
    await screen.findByText('Code syntax is valid!');
    expect(sent('CheckCommandSyntax')).toHaveLength(1);
  });

  it('shows a syntax error', async () => {
    openCustomCommands({ syntax: FAULTY });
    await press('Test Syntax');
    await screen.findByText('Syntax Error');
    expect(screen.getByText('unexpected token')).toBeTruthy();
  });

  it.each([
    ['a taken trigger', new AppError('TRIGGER_TAKEN', "The trigger !greet is already used by 'Hi'."), 'Failed to create command'],
    [
      'a field',
      new AppError('BAD_INPUT', 'No.', { fields: { 'input.name': "The trigger !greet is already used by 'Hi'." } }),
      'Failed to create command',
    ],
  ])('keeps what was typed and shows the message of the server at the field: %s', async (_what, error, title) => {
    openCustomCommands({
      refuse: () => {
        throw error;
      },
    });
    await fill();
    await press('Create Command');
    await screen.findByText(title);
    await screen.findByText("The trigger !greet is already used by 'Hi'.", { selector: '.ant-form-item-explain-error' });
    expect(screen.getByLabelText('Trigger')).toMatchObject({ value: '!greet' });
  });

  it('shows a message of its own when the server sends none', async () => {
    openCustomCommands({
      refuse: () => {
        throw new AppError('INTERNAL');
      },
    });
    await fill();
    await press('Create Command');
    await screen.findByText('Failed to create command');
  });

  it('opens a command with its code and changes it', async () => {
    const sent = openCustomCommands({ library: [aCommand()] });
    await press('Edit Greet');
    await screen.findByDisplayValue('Says hello');
    expect((await codeEditor()).state.doc.toString()).toBe('export default () => "hello";');
    type('Description', 'Waves');
    await press('Save Changes');
    await screen.findByText('Custom command updated');
    expect(sent('UpdateCustomCommand')).toMatchObject([
      { id: aCommand().id, input: { description: 'Waves', trigger: '!greet' } },
    ]);
    expect(within(await library()).getByText('Waves')).toBeTruthy();
    expect(screen.getByLabelText('Description')).toMatchObject({ value: 'Waves' });
  });

  it('keeps what was typed when a change fails', async () => {
    openCustomCommands({
      library: [aCommand()],
      refuse: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await press('Edit Greet');
    await screen.findByDisplayValue('Says hello');
    type('Description', 'Waves');
    await press('Save Changes');
    await screen.findByText('Failed to update command');
    expect(screen.getByLabelText('Description')).toMatchObject({ value: 'Waves' });
  });

  it('opens a new command with the focus on its name', async () => {
    openCustomCommands({ library: [aCommand()] });
    await press('Edit Greet');
    await screen.findByDisplayValue('Says hello');
    await press('New Command');
    expect(screen.getByLabelText('Name')).toMatchObject({ value: '' });
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(screen.queryByRole('button', { name: 'New Command' })).toBeNull();
  });

  it('shows when an opened command no longer exists', async () => {
    openCustomCommands({
      library: [aCommand()],
      one: () => {
        throw new AppError('NOT_FOUND');
      },
    });
    await press('Edit Greet');
    await screen.findByText('This command is gone');
  });

  it('shows the last runs of an opened command with their errors, and that there are none', async () => {
    const run = (id: string, error: object | null) => ({
      __typename: 'CommandRun',
      id,
      botName: 'Nova',
      trigger: '!greet',
      startedAt: '2026-01-02T03:04:05.000Z',
      durationMs: 3.14,
      error,
    });
    const failed = run('b', { __typename: 'CommandError', message: 'x is not defined', line: 2 });
    let stored: object[] = [];
    openCustomCommands({ library: [aCommand()], runs: () => stored });
    await press('Edit Greet');
    await screen.findByText('It has not been used yet.');
    stored = [failed, run('a', null)];
    await press('Refresh');
    const entries = within(await screen.findByRole('list', { name: 'Last runs' })).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/!greet of Nova3\.1 msErrorx is not defined \(line 2\)$/),
      expect.stringMatching(/!greet of Nova3\.1 msFine$/),
    ]);
  });

  it('deletes a command after a confirmation', async () => {
    const sent = openCustomCommands({ library: [aCommand()] });
    const remove = await screen.findByRole('button', { name: 'Delete Greet' });
    remove.focus();
    fireEvent.click(remove);
    expect(sent('DeleteCustomCommand')).toEqual([]);
    await press('Delete Command');
    await screen.findByText('Custom command deleted');
    await screen.findByText('No custom commands yet');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(await library());
  });

  it('keeps a command that cannot be deleted', async () => {
    openCustomCommands({
      library: [aCommand()],
      refuse: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await press('Delete Greet');
    await press('Delete Command');
    await screen.findByText('Failed to delete command');
    expect(within(await library()).getByText('Greet')).toBeTruthy();
  });

  it('asks before unsaved changes are left', async () => {
    openCustomCommands({ library: [aCommand()] });
    await fill();
    await press('Edit Greet');
    await screen.findByText('Leave without saving?');
    await press('Keep editing');
    expect(screen.getByLabelText('Trigger')).toMatchObject({ value: '!greet' });
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByText('Leave without saving?');
    await press('Discard changes');
    await screen.findByText('at /elsewhere');
  });

  it('tells a free user which plans run custom commands', async () => {
    openCustomCommands({ user: { subscriptionPlan: 'free' } });
    await screen.findByText(/On the Free plan you can write and test commands/);
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
  });

  it('offers to try again when loading fails', async () => {
    openCustomCommands({
      list: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await screen.findByText('This could not be loaded');
  });
});
