import { describe, expect, it } from '@jest/globals';
import { withMacrosFilled } from './macros.js';

const EMPTY = { description: null, instructions: null, greeting: null, exampleDialogues: null };

describe('macros of character cards', () => {
  it('are filled in all texts of a bot, with the same words whoever writes and whenever', () => {
    const bot = {
      name: '{{user}}',
      description: '{{char}} likes {{user}}.',
      instructions: 'It is {{time}}, {{date}}. {{unknown}}',
      greeting: 'Welcome, {{user}}!',
      exampleDialogues: '<USER>: Hi',
    };
    expect(withMacrosFilled(bot)).toEqual({
      name: '{{user}}',
      description: '{{user}} likes the user.',
      instructions: "It is the present time, today's date. {{unknown}}",
      greeting: 'Welcome, the user!',
      exampleDialogues: 'the user: Hi',
    });
    expect(withMacrosFilled({ ...EMPTY, name: 'Amber' })).toEqual({ ...EMPTY, name: 'Amber' });
  });
});
