import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { screen } from '@testing-library/react';
import { fill, openCustomCommands, press, REPORT, type } from '../../testing/open-custom-commands.js';

describe('a test run', () => {
  it('shows the reply, the log and the context', async () => {
    const sent = openCustomCommands();
    await fill();
    type('What a member writes', '!greet Ann');
    await press('Run');
    await screen.findByText('Hello, world!');
    expect(screen.getByText('The companion replies')).toBeTruthy();
    expect(screen.getByText('careful')).toBeTruthy();
    expect(screen.getByText('1.3 ms')).toBeTruthy();
    expect(screen.getByText(/"args": \[/)).toBeTruthy();
    expect(sent('TestCustomCommand')).toMatchObject([{ input: { trigger: '!greet', message: '!greet Ann' } }]);
  });

  it('shows the error of the code and marks its line', async () => {
    const error = { __typename: 'CommandError', message: 'ReferenceError: x is not defined', line: 3, column: 1 };
    openCustomCommands({ report: () => ({ ...REPORT, result: null, error, log: [] }) });
    await press('Run');
    await screen.findByText('ReferenceError: x is not defined (line 3)');
    expect(screen.getByText('Line 3: ReferenceError: x is not defined')).toBeTruthy();
    expect(screen.getByText('The code wrote nothing to the console.')).toBeTruthy();
  });

  it('shows an error when the sandbox is busy', async () => {
    openCustomCommands({
      report: () => {
        throw new AppError('RATE_LIMITED');
      },
    });
    await press('Run');
    await screen.findByText('Test run failed');
    expect(screen.getByText('Too many requests. Please wait a moment.')).toBeTruthy();
  });
});
