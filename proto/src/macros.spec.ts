import { describe, expect, it } from '@jest/globals';
import { filledGreeting, fillMacros } from './macros.js';

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

  it.each([
    ['Hi {{// only for me}}there{{comment: x}}{{hidden_key:amber}}', 'Hi there'],
    ['{{random:red,blue}} {{pick: a\\, b , c}} {{random::one::two}}', 'red a, b one'],
    ['{{random}} {{pick:}} {{roll:6}}', '{{random}} {{pick:}} {{roll:6}}'],
  ])('leave out notes, and take the first of several texts: %s', (text, filled) => {
    expect(fillMacros(text, {})).toBe(filled);
  });

  it('are not filled in what was filled in', () => {
    expect(fillMacros('{{user}}', { user: '{{char}}', char: 'Amber' })).toBe('{{char}}');
    expect(fillMacros('{{user}}', { user: '$& $1', char: 'Amber' })).toBe('$& $1');
  });

  it('name the bot and who is greeted in a greeting', () => {
    expect(filledGreeting('I am {{char}}, {{user}}. {{time}}', 'Amber', '{{bot}}')).toBe('I am Amber, {{bot}}. {{time}}');
  });
});
