import { describe, expect, it } from '@jest/globals';
import { greeting } from '../servers/greeting.js';
import { escapedName } from './markdown.js';
import { fillTemplate } from '../systems/message-templates.js';
import { TEXTS } from '../systems/music-bot/music-texts.js';

const HEBREW = '\u05E0\u05D5\u05E2\u05D4 7';

describe('a name in a message on Discord', () => {
  it('that is read from right to left does not change the order of the sentence around it', () => {
    expect(greeting(HEBREW, '1')).toContain(`I am \u2068${HEBREW}\u2069, an AI companion.`);
    expect(fillTemplate('{name} is number 7', { name: escapedName(HEBREW) })).toBe(`\u2068${HEBREW}\u2069 is number 7`);
    expect(TEXTS.radioEnded(HEBREW, 'It fell silent.')).toBe(`📻 I stopped **\u2068${HEBREW}\u2069**. It fell silent.`);
  });

  it('formats nothing, and stays as it is otherwise', () => {
    expect(escapedName('Ada **Bo**\n')).toBe(String.raw`Ada \*\*Bo\*\*`);
    expect(escapedName('<@1> @everyone [a](https://b.example) :x:')).toBe(
      String.raw`\<\@1\> \@everyone \[a\]\(https\://b.example\) \:x\:`,
    );
    expect(greeting('Juniper', '1')).toBe('Hello! I am Juniper, an AI companion. Mention me with <@1> and say hi.');
  });
});
