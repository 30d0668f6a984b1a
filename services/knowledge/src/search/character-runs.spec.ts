import { describe, expect, it } from '@jest/globals';
import { characterRuns, sharedRuns } from './character-runs.js';

const sharedOf = (message: string, text: string): number => sharedRuns(characterRuns(message), text);

describe('the runs of characters of a message', () => {
  it('are five characters of each word, and two in scripts that are written without spaces', () => {
    expect([...characterRuns('Wie viel Öffnung?')]).toEqual(['offnu', 'ffnun', 'fnung']);
    expect([...characterRuns('开馆时间')]).toEqual(['开馆', '馆时', '时间']);
    expect([...characterRuns('wifi 图书馆')]).toEqual(['图书', '书馆']);
    expect([...characterRuns('WiFiはあるpasswords16세부터')]).toEqual([
      'はあ',
      'ある',
      '세부',
      '부터',
      'passw',
      'asswo',
      'sswor',
      'sword',
      'words',
      'ords1',
      'rds16',
    ]);
    expect([...characterRuns('')]).toEqual([]);
  });

  it.each([
    ['Speisekarten', 'Die Speisekarte hängt aus.', 7],
    ['Kinderspeisekarte', 'Die Speisekarte hängt aus.', 7],
    ['adress of the libary', 'The address of the library', 1],
    ['OPENING', 'opening hours', 3],
    ['библиотеки', 'Библиотека у моря', 5],
    ['図書館', '町の図書館', 2],
    ['圖書館的卡', '图书馆的卡片', 4],
    ['ネコカフェ', 'ねこかふぇ', 4],
    ['WiFiはある', 'With five windows, fine.', 0],
    ['thanks', 'opening hours', 0],
  ])('%s has so many in common with "%s"', (message, text, shared) => {
    expect(sharedOf(message, text)).toBe(shared);
  });

  it('of a very long message are those of its beginning', () => {
    expect(characterRuns(`${'a'.repeat(100_000)} beginning`).size).toBe(1);
    expect(characterRuns('\0\ud800'.repeat(1000)).size).toBe(0);
  });
});
