import { describe, expect, it } from '@jest/globals';
import { indexedText } from './indexed-text.js';
import { languageOf } from './language.js';

const words = (text: string): string[] => indexedText(text).split(/\s+/).filter(Boolean);

describe('a text as it is indexed', () => {
  it.each([
    ['Chinese', '图书馆', ['图书', '书馆']],
    ['Japanese, with words of other scripts between', '温泉とSpaメニュー', ['温泉', '泉と', 'Spa', 'メニ', 'ニュ', 'ュー']],
    ['Korean', '학교에서', ['학교', '교에', '에서']],
    ['a single character', '猫', ['猫']],
    ['halfwidth forms like their full ones', 'ﾈｺ', ['ネコ']],
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
    ['longer ones and other hyphens as they are', 'long-distance 1-2 a-b-c -x', ['long-distance', '1-2', 'a-b-c', '-x']],
    ['an emoji as a word', 'rain 🌧 today', ['rain', 'emoji1f327', 'today']],
    ['a stop word in capitals as a word of its own', 'Ask IT about it', ['Ask', 'IT', 'capitalit', 'about', 'it']],
    ['a text in capitals as it is', 'ASK IT', ['ASK', 'IT']],
  ])('holds %s', (_what, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('has pairs of Thai characters', () => {
    expect(words('ห้องสมุด')[0]).toBe([...'ห้องสมุด'].slice(0, 2).join(''));
  });
});

describe('the language of a text', () => {
  it.each([
    ['The library opens at nine on weekdays and is closed on Sundays.', 'english'],
    ['Das Freibad öffnet von Mai bis September täglich um neun Uhr.', 'german'],
    ['El mercado de la plaza abre de martes a sábado por la mañana.', 'spanish'],
    ['La bibliothèque est ouverte tous les jours sauf le dimanche.', 'french'],
    ['Каток работает каждый день с десяти утра до десяти вечера.', 'russian'],
    ['Η βιβλιοθήκη είναι ανοιχτή κάθε μέρα εκτός από την Κυριακή.', 'greek'],
    ['Kirjasto on avoinna joka päivä paitsi sunnuntaisin.', 'finnish'],
    ['図書館は火曜日から日曜日まで開いています。', 'simple'],
    ['ok', 'simple'],
    ['', 'simple'],
  ])('of %j is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
