import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aCommand, fill, openCustomCommands, press, REPORT, type } from '../../testing/open-custom-commands.js';

const anOption = (fields: object = {}) => ({
  __typename: 'CommandOption',
  name: 'dish',
  description: 'What',
  type: 'text',
  isRequired: false,
  choices: [] as string[],
  ...fields,
});
const options = () => within(screen.getByRole('list', { name: 'Options' })).getAllByRole('listitem');
const fieldOf = (at: number, label: string) => within(options()[at] as HTMLElement).getByLabelText(label);
const typeInto = (at: number, label: string, value: string) => {
  fireEvent.change(fieldOf(at, label), { target: { value } });
  fireEvent.blur(fieldOf(at, label));
};
async function addOption(name: string, description = 'About it'): Promise<number> {
  await press('Add option');
  const at = options().length - 1;
  typeInto(at, 'Option name', name);
  typeInto(at, 'Description', description);
  return at;
}

describe('the options of a custom command', () => {
  it('are added, edited and sent with the command, each choice from a line of its own', async () => {
    const sent = openCustomCommands();
    await fill();
    const count = await addOption(' count ', 'How many');
    fireEvent.change(fieldOf(count, 'Type'), { target: { value: 'integer' } });
    await waitFor(() => expect(within(options()[count] as HTMLElement).queryByLabelText('Choices')).toBeNull());
    const dish = await addOption('dish', 'What');
    typeInto(dish, 'Choices', 'pizza\n\n pasta \n');
    fireEvent.click(fieldOf(dish, 'Required'));
    await press('Create Command');
    await screen.findByText('Custom command created successfully!');
    expect(sent('CreateCustomCommand')).toMatchObject([
      {
        input: {
          options: [
            { name: 'count', description: 'How many', type: 'integer', isRequired: false, choices: [] },
            { name: 'dish', description: 'What', type: 'text', isRequired: true, choices: ['pizza', 'pasta'] },
          ],
        },
      },
    ]);
    // The form is empty again.
    await waitFor(() => expect(screen.queryByLabelText('Option name')).toBeNull());
  });

  it('of a stored command are shown, moved behind the required ones when it is saved, and removed', async () => {
    const stored = [anOption({ choices: ['pizza', 'pasta'] }), anOption({ name: 'who', type: 'member' })];
    const sent = openCustomCommands({ library: [aCommand({ options: stored })] });
    await press('Edit Greet');
    await screen.findByDisplayValue('Says hello');
    expect(fieldOf(0, 'Choices')).toMatchObject({ value: 'pizza\npasta' });
    fireEvent.click(fieldOf(1, 'Required'));
    await press('Save Changes');
    await screen.findByText('Custom command updated');
    expect(fieldOf(0, 'Option name')).toMatchObject({ value: 'who' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove option 1' }));
    await waitFor(() => expect(options()).toHaveLength(1));
    await press('Save Changes');
    await waitFor(() => expect(sent('UpdateCustomCommand')).toHaveLength(2));
    expect(sent('UpdateCustomCommand')[1]?.['input']).toMatchObject({ options: [{ name: 'dish' }] });
  });

  it.each([
    ['Option name', '', 'Please enter a name'],
    ['Option name', 'City', 'Must be in lower case'],
    ['Option name', '🎉', 'Must be letters, digits, - and _'],
    ['Option name', 'x'.repeat(33), 'Must be at most 32 characters'],
    ['Description', ' ', 'Please enter a description'],
    ['Choices', 'Red\nred', 'Must not contain the same choice twice'],
    ['Choices', Array.from({ length: 26 }, String).join('\n'), 'Must have at most 25 entries'],
  ])('with a mistake at %s (%j) are not sent, and it says what is wrong', async (label, value, words) => {
    const sent = openCustomCommands();
    await fill();
    await addOption('city');
    typeInto(0, label, value);
    await press('Create Command');
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(sent('CreateCustomCommand')).toEqual([]);
  });

  it('have different names, in any script, and are at most ten', async () => {
    const sent = openCustomCommands();
    await fill();
    await addOption('مدينة');
    await addOption('مدينة');
    await press('Create Command');
    expect((await screen.findAllByText('Another option has this name')).length).toBeGreaterThan(0);
    expect(sent('CreateCustomCommand')).toEqual([]);
    for (let n = 3; n <= 10; n += 1) await press('Add option');
    expect(options()).toHaveLength(10);
    expect(screen.getByRole('button', { name: 'Add option' })).toMatchObject({ disabled: true });
    expect(screen.getByText('At most 10 options')).toBeTruthy();
  });

  it('that only the server refuses are told of beside the list', async () => {
    openCustomCommands({
      refuse: () => {
        throw new AppError('BAD_INPUT', 'No.', { fields: { 'input.options.0.name': 'This name cannot be used' } });
      },
    });
    await fill();
    await addOption('city');
    await press('Create Command');
    await screen.findByText('Failed to create command');
    await screen.findByText('This name cannot be used');
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).not.toBe('true');
  });

  it('of the form are part of a test run, whose context shows their values', async () => {
    const sent = openCustomCommands({
      report: () => ({ ...REPORT, context: { ...REPORT.context, options: { city: 'Oslo' } } }),
    });
    await addOption('city');
    type('What a member writes', '!greet Oslo');
    await press('Run');
    await screen.findByText(/"city": "Oslo"/);
    expect(sent('TestCustomCommand')[0]?.['input']).toMatchObject({ options: [{ name: 'city', type: 'text' }] });
  });

  it('of a shared command are named before it is imported', async () => {
    const shared = { name: 'Dice', trigger: '!dice', description: 'Rolls', code: 'x', icon: '🎲' };
    openCustomCommands({ shared: { ...shared, options: [anOption({ isRequired: true }), anOption({ name: 'count' })] } });
    fireEvent.change(await screen.findByLabelText('Code that you were given'), { target: { value: 'abcde-12345' } });
    await press('Show');
    await screen.findByText('<dish> [count]');
  });
});
