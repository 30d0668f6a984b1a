import { describe, expect, it } from '@jest/globals';
import { askedText, indexedText } from './indexed-text.js';

const words = (text: string): string[] => indexedText(text).split(/\s+/).filter(Boolean);

describe('a text as it is indexed', () => {
  it.each([
    ['Chinese, with the last character', '图书馆', ['图书', '书馆', '馆']],
    [
      'Japanese in one of its scripts, with words of others between',
      '温泉とSpaメニュー',
      ['温泉', '泉と', 'Spa', 'めに', 'にゅ', 'ゅー'],
    ],
    ['traditional Chinese like simplified', '圖書館', ['图书', '书馆', '馆']],
    ['Korean', '학교에서', ['학교', '교에', '에서']],
    ['a single character', '猫', ['猫']],
    ['halfwidth forms like their full ones', 'ﾈｺ', ['ねこ']],
    [
      'a dotted name by its parts and as one word',
      'node.js runs foo.bar.baz',
      ['node', 'js', 'nodejs', 'runs', 'foo', 'bar', 'baz', 'foobarbaz'],
    ],
    [
      'an address as it is',
      'see https://kith.test/a.b and me@kith.test',
      ['see', 'https://kith.test/a.b', 'and', 'me@kith.test'],
    ],
    ['short words with a hyphen also as one', 'Wi-Fi at check-in', ['Wi-Fi', 'WiFi', 'at', 'check-in', 'checkin']],
    ['letters around an ampersand also as one word', 'D&D, AT&T: PB&J', ['D&D', 'DD,', 'AT&T', 'ATT:', 'PB&J', 'PBJ']],
    ['other ampersands as they are', 'salt&pepper a & b x=1&y=2', ['salt&pepper', 'a', '&', 'b', 'x=1&y=2']],
    [
      'words without the marks of where they may be divided',
      'Donau\u00addampf\u00adschiff zero\u200bwidth',
      ['Donaudampfschiff', 'zerowidth'],
    ],
    ['longer ones and other hyphens as they are', 'long-distance 1-2 a-b-c -x', ['long-distance', '1-2', 'a-b-c', '-x']],
    ['an emoji as a word', 'rain 🌧 today', ['rain', 'emoji1f327', 'today']],
    ['a flag as a word', 'German:🇩🇪 or 🇫🇷🇪🇸.', ['German:', 'emoji1f1e91f1ea', 'or', 'emoji1f1eb1f1f7', 'emoji1f1ea1f1f8', '.']],
    ['half of a flag as it is', 'x 🇩 y', ['x', '🇩', 'y']],
    ['a word in capitals with a mark', 'Ask IT about it', ['Ask', 'IT', 'about', 'it', 'capital0it']],
    ['Hebrew without vowel points and marks of direction', '\u200fסִפְרִיָּה\u200f', ['ספריה']],
    ['Arabic without vowel points and strokes', 'مَكْتَبـــة', ['مكتبة']],
    ['the Russian ё as е', 'О чём ёлка', ['О', 'чем', 'елка']],
    ['a line in capitals as it is', 'ASK IT\nWHO IS IT', ['ASK', 'IT', 'WHO', 'IS', 'IT']],
  ])('holds %s', (_what, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it.each([
    ['a name within a sentence', 'The cook is Will, the host (May) and Will', 'may will will'],
    ['a question of one word', 'Will?', 'will'],
    ['an abbreviation alone', 'IT', 'it'],
    ['an abbreviation with a question mark', 'IT?', 'it'],
    ['an abbreviation at the beginning', 'US orders are sent by WHO', 'us who'],
    ['an abbreviation among characters without letter case', 'IT部門', 'it'],
    ['a name before an ending', "Who has Will's keys?", 'will'],
    ['each line for itself', 'Chef Will\nMay', 'may will'],
    ['every short word within a sentence, whatever its language', 'Wer ist Die Bar', 'bar die'],
    ['no first word of a sentence', 'Die ist zu. Die auch! «Die zwei»: Die drei – Die', ''],
    ['no first word of a list', '- May we?\n1. Will it rain?', ''],
    ['no polite word', 'Haben Sie Ihre, Sie und Ihr?', ''],
    ['no part of a word with a hyphen or of a long name', 'the Wi-Fi of Williams', ''],
    ['no single letter', 'and I see', ''],
  ])('marks %s', (_what, text, names) => {
    for (const prepared of [indexedText, askedText])
      expect(
        (prepared(text).match(/capital0\S+/g) ?? [])
          .map((mark) => mark.slice('capital0'.length))
          .toSorted()
          .join(' '),
      ).toBe(names);
  });

  it('has the same words for emoji and flags in texts and in questions', () => {
    expect(askedText('🇩🇪 🌧')).toBe(indexedText('🇩🇪 🌧'));
  });

  it('has no single character in a question of several', () => {
    expect(askedText('图书馆').trim()).toBe('图书 书馆');
  });

  it('has pairs of Thai characters', () => {
    expect(words('ห้องสมุด')[0]).toBe([...'ห้องสมุด'].slice(0, 2).join(''));
  });
});
