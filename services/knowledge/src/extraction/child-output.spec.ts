import { describe, expect, it } from '@jest/globals';
import { parseOutput } from './child-output.js';

describe('the output of the process that reads a document', () => {
  it.each([
    ['complete\nText\0', { parts: undefined, scan: undefined, unreadPictures: undefined }],
    ['complete\nText\x003', { parts: undefined, scan: undefined, unreadPictures: 3 }],
    ['complete\nText\0some', { parts: undefined, scan: undefined, unreadPictures: 'some' }],
    ['complete slides 2 5\nText\x000', { parts: { unit: 'slides', read: 2, total: 5 }, scan: undefined, unreadPictures: 0 }],
    [
      'complete pages 2 2 1 1 1 0 0\nText\0',
      {
        parts: { unit: 'pages', read: 2, total: 2 },
        scan: { withoutText: 1, tried: 1, pictures: 1, recognized: 0, unread: 0 },
        unreadPictures: undefined,
      },
    ],
  ])('has counts in its first line, and after the text that of pictures: %j', (output, counts) => {
    expect(parseOutput(output)).toEqual({ outcome: 'complete', extraction: { text: 'Text', isTruncated: false, ...counts } });
  });

  it.each([
    ['is not sent to its end', '\0complete pages 2 2 0 0 0 0 0 1 1\nText and more\x001', 'Text', undefined, 2],
    ['is sent', '\0complete pages 2 2 0 0 0 0 0 1 1\nText and more\x001\0', 'Text and more', { tried: 1, recognized: 1 }, 1],
    ['has no count of pictures', '\0complete pages 2 2 0 0 0 0 0\nText and more\0\0', 'Text and more', undefined, undefined],
  ])('counts to the first or the second text where the second %s', (_what, more, text, pictures, unreadPictures) => {
    const { extraction } = parseOutput(`complete pages 2 2 0 0 0 0 0\nText\x002${more}`);
    expect(extraction).toMatchObject({ text, parts: { unit: 'pages', read: 2, total: 2 } });
    expect(extraction).toMatchObject({ pictures, unreadPictures });
  });

  it.each(['-1', '1.5', '1e3', '0x10', '', 'Infinity', 'many', '9999999999'])('has no count where it says %j', (given) => {
    const { extraction } = parseOutput(`complete pages 1 ${given} 1 1 1 1 ${given}\nText\0${given}`);
    expect(extraction).toEqual({ text: 'Text', isTruncated: false });
  });

  it.each(['', 'Text', 'finished\nText\0', ' complete\n\0', 'complete\0', 'complete\nTe'])(
    'is that of a document that is too complex where it is %j',
    (output) => {
      expect(parseOutput(output).outcome).toBe('complex');
    },
  );
});
