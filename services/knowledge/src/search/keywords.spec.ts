import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { folded, occursIn, startOf, startsIn } from './keywords.js';

const occurs = (keyword: string, text: string): boolean => occursIn(folded(keyword), folded(text));

describe('a key word occurs in a message', () => {
  it.each([
    ['dragon', 'A DRAGON appears!'],
    ['Zoë', 'ask zoe about it'],
    ['cafe', 'le Café est fermé'],
    ['STRASSE', 'in der Straße'],
    ['Ёлка', 'где елка?'],
    ['ΣΟΦΟΣ', 'ο σοφός άνδρας'],
    ['İstanbul', 'istanbul is big'],
    ['new york', 'going to New\n  York, soon'],
    ['c++', 'is C++ hard?'],
    ['c++', 'C++'],
    ['.net', 'i like .NET'],
    ['node.js', 'use Node.js here'],
    ["o'brien", "that is O'Brien's"],
    ['🎉', 'party🎉time'],
    ['❤️', 'love ❤ you'],
    ['図書館', '市立図書館は何時に開きますか'],
    ['ｶﾌｪ', '猫カフェへ行く'],
    ['游泳', '今天去游泳馆'],
    ['ห้องสมุด', 'ไปห้องสมุดกัน'],
    ['학교', '학교에서 만나요'],
    ['Tシャツ', '新しいTシャツを買う'],
    ['مرحبا', 'مَرْحَبًا بكم'],
    ['हिन्दी', 'मुझे हिन्दी पसंद है'],
    ['42', 'the answer is 42.'],
  ])('%j in %j', (keyword, text) => {
    expect(occurs(keyword, text)).toBe(true);
    expect(startsIn(folded(text))).toContain(startOf(folded(keyword)));
  });

  it.each([
    ['art', 'a party starts'],
    ['cat', 'concatenate'],
    ['4', 'room 42'],
    ['c', 'the abc'],
    ['new york', 'newyork'],
    ['node', 'nodes'],
    ['हिन्द', 'हिन्दी'],
    ['シャツ', 'シャーツ'],
    ['dragon', ''],
  ])('but not %j in %j', (keyword, text) => {
    expect(occurs(keyword, text)).toBe(false);
  });
});

describe('the starts by which key words are looked up', () => {
  it('contain the start of every key word that occurs, whatever the texts', () => {
    const piece = fc.constantFrom('a', 'B', 'é', 'ß', 'ς', '図', 'カ', 'ก', '가', ' ', '.', '+', '🎉', '7', '_', "'");
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, text, (before, keyword, after) => {
        const [word, whole] = [folded(keyword), folded(before + keyword + after)];
        fc.pre(word !== '' && occursIn(word, whole));
        expect(startsIn(whole)).toContain(startOf(word));
      }),
    );
  });

  it('are the same in traditional and simplified characters, and in both scripts of Japanese', () => {
    expect(occursIn(folded('學習'), folded('我在学习'))).toBe(true);
    expect(occursIn(folded('かーど'), folded('ＣＡＲＤ ｶｰﾄﾞ'))).toBe(true);
  });

  it('stay few and quick for hostile texts', () => {
    expect(startsIn(folded('x'.repeat(4000)))).toHaveLength(1);
    expect(occursIn(folded('a'.repeat(50)), folded('a'.repeat(4000)))).toBe(false);
  });
});
