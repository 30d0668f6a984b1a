import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { quotedTexts } from './specification.js';
import { webMessages } from './web-messages.js';

/** Quoted texts that the server or a contract holds, with the file. */
const OUTSIDE_THE_CATALOGUE: Readonly<Record<string, string>> = {
  'Bot name must be at least 3 characters': 'proto/src/bot-settings.ts',
  'Username is required': 'proto/src/auth.ts',
};
/** Second readings of the specification: the first one is shown. */
const NOT_SHOWN = ['Bot Updated!'];

/** A text with every value in it called the same: `{{count, number}} msgs` and `{n} msgs` are one. */
const shapeOf = (text: string): string => text.replace(/\{\{[^}]*\}\}|\{[^}]*\}/g, '{}');

describe('texts that docs/specification.md quotes', () => {
  it('finds at least two hundred quoted texts', () => {
    expect(quotedTexts().length).toBeGreaterThan(200);
  });

  it('stand in the message catalogue of the web app letter by letter', async () => {
    const shapes = new Set((await webMessages()).map(shapeOf));
    const isElsewhere = (text: string): boolean => text in OUTSIDE_THE_CATALOGUE || NOT_SHOWN.includes(text);
    expect(quotedTexts().filter((text) => !isElsewhere(text) && !shapes.has(shapeOf(text)))).toEqual([]);
  });

  it.each(Object.entries(OUTSIDE_THE_CATALOGUE))('%p stands in %s', (text, file) => {
    expect(readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')).toContain(text);
  });
});
