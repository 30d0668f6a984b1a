import { describe, expect, it } from '@jest/globals';
import { fillMacros, withMacrosFilled } from './macros.js';

describe('macros of character cards', () => {
  it.each([
    ['{{user}} and {{char}}', 'Eve and Amber'],
    ['{{USER}}, {{ Char }}, <USER>, <bot>, <CHAR>', 'Eve, Amber, Eve, Amber, Amber'],
    [
      '{{random}} {{constructor}} {{__proto__}} {{}} {user} {{user} <b>',
      '{{random}} {{constructor}} {{__proto__}} {{}} {user} {{user} <b>',
    ],
    ['{{{user}}}', '{Eve}'],
    ['{{us{{char}}er}}', '{{usAmberer}}'],
  ])('are filled where they are known, in any letter case: %s', (text, filled) => {
    expect(fillMacros(text, { user: 'Eve', char: 'Amber', bot: 'Amber' })).toBe(filled);
  });

  it('are not filled in what was filled in', () => {
    expect(fillMacros('{{user}}', { user: '{{char}}', char: 'Amber' })).toBe('{{char}}');
    expect(fillMacros('{{user}}', { user: '$& $1', char: 'Amber' })).toBe('$& $1');
  });

  it('are filled in description and instructions of a bot, with the same words whoever writes and whenever', () => {
    const bot = {
      name: '{{user}}',
      description: '{{char}} likes {{user}}.',
      instructions: 'It is {{time}}, {{date}}. {{unknown}}',
    };
    expect(withMacrosFilled(bot)).toEqual({
      name: '{{user}}',
      description: '{{user}} likes the user.',
      instructions: "It is the present time, today's date. {{unknown}}",
    });
    expect(withMacrosFilled({ name: 'Amber', description: null, instructions: null })).toMatchObject({ description: null });
  });
});
