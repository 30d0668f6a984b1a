import { describe, expect, it } from '@jest/globals';
import { diagnosticCount } from '@codemirror/lint';
import { AppError } from '@kith/proto';
import { fireEvent, screen, within } from '@testing-library/react';
import { codeEditor, writeCode } from '../../testing/code-editor.js';
import { aCommand, fill, library, openCustomCommands, press, type } from '../../testing/open-custom-commands.js';
import { paste } from '../../testing/paste.js';

const FAULTY = { valid: false, message: 'unexpected token', line: 2, column: 5 };

describe('custom commands', () => {
  it('start with an empty library, half a command and the reference of the handler', async () => {
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

  it('are created once, after a check of their syntax, and the form is free for the next', async () => {
    const sent = openCustomCommands();
    await fill();
    await writeCode('export default () => "hi";');
    const create = screen.getByRole('button', { name: 'Create Command' });
    fireEvent.click(create);
    fireEvent.click(create);
    await screen.findByText('Custom command created successfully!');
    expect(sent('CheckCommandSyntax')).toEqual([{ code: 'export default () => "hi";' }]);
    expect(sent('CreateCustomCommand')).toEqual([
      { input: { name: 'Greet', trigger: '!greet', description: 'Says hello', code: 'export default () => "hi";', icon: '⚡' } },
    ]);
    expect(within(await library()).getByText('Greet')).toBeTruthy();
    expect(screen.getByLabelText('Name')).toMatchObject({ value: '' });
  });

  it('ask for name, trigger and description, at the fields', async () => {
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
  ])('keep all that is pasted as %s, and say at the field that it is too long', async (label, max) => {
    const sent = openCustomCommands();
    await fill();
    paste(label, 'a'.repeat(max + 1));
    await press('Create Command');
    await screen.findByText(`Must be at most ${max} characters`);
    expect(sent('CreateCustomCommand')).toEqual([]);
  });

  it('have the usual icon when none is given', async () => {
    const sent = openCustomCommands();
    await fill();
    type('Icon', ' ');
    await press('Create Command');
    await screen.findByText('Custom command created successfully!');
    expect(sent('CreateCustomCommand')).toMatchObject([{ input: { icon: '⚡' } }]);
  });

  it('are not sent with a fault in their code, whose line is marked', async () => {
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

  it('have their syntax tested on demand', async () => {
    const sent = openCustomCommands();
    await press('Test Syntax');
    await screen.findByText('Code syntax is valid!');
    expect(sent('CheckCommandSyntax')).toHaveLength(1);
  });

  it('say what is wrong with the syntax', async () => {
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
  ])('keep what was typed and say at the field what the server said: %s', async (_what, error, title) => {
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

  it('say so when nobody knows why', async () => {
    openCustomCommands({
      refuse: () => {
        throw new AppError('INTERNAL');
      },
    });
    await fill();
    await press('Create Command');
    await screen.findByText('Failed to create command');
  });

  it('are opened with their code and changed', async () => {
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

  it('stay as typed when they cannot be changed', async () => {
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

  it('make room for a new one, which begins at its name', async () => {
    openCustomCommands({ library: [aCommand()] });
    await press('Edit Greet');
    await screen.findByDisplayValue('Says hello');
    await press('New Command');
    expect(screen.getByLabelText('Name')).toMatchObject({ value: '' });
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(screen.queryByRole('button', { name: 'New Command' })).toBeNull();
  });

  it('may be gone when they are opened', async () => {
    openCustomCommands({
      library: [aCommand()],
      one: () => {
        throw new AppError('NOT_FOUND');
      },
    });
    await press('Edit Greet');
    await screen.findByText('This command is gone');
  });

  it('are deleted after a question', async () => {
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

  it('stay when they cannot be deleted', async () => {
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

  it('are not lost without a question', async () => {
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

  it('tell a free user what they are good for', async () => {
    openCustomCommands({ user: { subscriptionPlan: 'free' } });
    await screen.findByText(/On the Free plan you can write and test commands/);
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
  });

  it('offer to try again when they cannot be loaded', async () => {
    openCustomCommands({
      list: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await screen.findByText('This could not be loaded');
  });
});
