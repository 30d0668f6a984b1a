import { describe, expect, it } from '@jest/globals';
import { drawable, drawableName } from './drawable-text.js';

describe('a text in a picture', () => {
  it.each(['Žofie Ñandú', 'Юлия Ґалаґан', 'Ελένη Ἀθήνα', 'Nguyễn Văn', 'हिन्दी', 'o_O (1) – ok!'])('shows %s as it is', (text) => {
    expect(drawable(text)).toBe(text.normalize('NFKC'));
  });

  it('leaves out what the font cannot show, line breaks and marks that change the direction', () => {
    expect(drawable('Ann 🎉 你好\n\u202Eb')).toBe('Ann b');
    expect(drawable('\u{1D4D0}\u{1D4F7}\u{1D4F7}')).toBe('Ann');
  });

  it('has at most two marks on a letter', () => {
    expect(drawable(`x${'\u0301'.repeat(200)}y`)).toBe('x\u0301\u0301y');
  });

  it('is the account name where the display name cannot be drawn, and never empty', () => {
    expect(drawableName('你好', 'ann_1')).toBe('ann_1');
    expect(drawableName('🎉', '...')).toBe('Member');
  });
});
