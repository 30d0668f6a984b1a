import { describe, expect, it } from '@jest/globals';
import { recognizedText } from './recognized-text.js';
import type { TextRecognition } from './text-recognition.js';

/** What each model read, and how sure it was. */
type Outputs = Readonly<Record<string, readonly [text: string, confidence: number]>>;
const read = (outputs: Outputs, likely?: 'jpn') => {
  const asked: string[] = [];
  const recognition = {
    read: (language: string) => {
      asked.push(language);
      const [text, confidence] = outputs[language] ?? ['', 0];
      return { text, confidence };
    },
  } as unknown as TextRecognition;
  return { reading: recognizedText(recognition, Infinity, likely), asked };
};

describe('the text that is recognized', () => {
  // Measured: lines of 44 pixels in DejaVu Sans.
  it.each<[string, Outputs]>([
    [
      'Russian',
      {
        eng: ['Masik 6b nocTpoeH B 1874 rony.\nMapom oTX0OQUT B OEBATHL YaCoOB yTpa.\nCobakun enyT becnnaTHo.\n', 51],
        jpn: ['Magak 6br nocTpoen B 1874 rogay.\n「lapoM OTXOaロMT B GeGB刀Tb JacoB yTDa.\nCo6akr enayT 6ecnnaThHo.\n', 61],
        chi_sim: ['Magk 6bInm nocTpoeH B 1874 rony.\n站apoM oOTXonVWT B 上eBRTb 4acoB yTpa，\nCo6akwm enyT 6ecnnmaTHo0.\n', 54],
      },
    ],
    [
      'Greek',
      {
        eng: ['O ¢@dpoc¢ xtioTnke To 1874.\nTo mAolo peyEL OTIC EVVEQ.\n', 58],
        jpn: ['O mopoc XてrtGrnks てo 1874.\nTo Toto 0gDUYgしGOてLC geVV&GQ.\n', 62],
        chi_sim: ['To 9kpoc XTrtarnks To 1874，\nTo TANXoto 中s0YgL GTLG sgvvgEa.\n', 62],
      },
    ],
    [
      'Armenian',
      {
        eng: ['®dwpnup Yywnnigytb] £1874 pqwywuhu:\n', 40],
        jpn: ['①ゆunnun UupnLgubLE 1874 luluUuhu:\n', 68],
        chi_sim: ['中wpnnun UwWwpnLgudblE上 1874 BuwUwuhu:\n', 36],
      },
    ],
    ['Russian of which the English model is surer', { eng: ['Masik 6b nocTpoeH B 1874 rony oTX0OQUT YaCoOB yTpa', 66] }],
    ['shades of a photo', { eng: ['yy\n', 36], jpn: ['アリ\n', 65] }],
  ])('is none of %s, of which there is no model', (_script, outputs) => {
    expect(read(outputs).reading).toBeUndefined();
  });

  it.each<[string, Outputs, string]>([
    ['Polish', { eng: ['t46dz odptywa o dziewigtej.\nZ6tta latarnia $wieci cata noc.\n', 62] }, 'latarnia'],
    ['program code', { eng: ['const bodyOf = readFileSync(fileName, asText)', 91] }, 'readFileSync'],
    ['a short word', { eng: ['MILK', 96] }, 'MILK'],
    [
      'Japanese with a name in Latin letters',
      { eng: ['B# WH Kith', 10], jpn: ['日 本 山 田 Kith は 何 時', 88] },
      '日本山田 Kith は何時',
    ],
    ['a sign in Chinese', { eng: ['Bx', 15], jpn: ['日木', 70], chi_sim: ['日本', 96] }, '日本'],
  ])('is kept of %s', (_what, outputs, words) => {
    expect(read(outputs).reading?.text).toContain(words);
  });

  it('is asked of the model of the page before first, and of others only when it is not sure or the script is another', () => {
    const japanese = { eng: ['B# WH', 10], jpn: ['日本山田は何時', 90] } as const;
    expect(read(japanese, 'jpn')).toMatchObject({ reading: { language: 'jpn' }, asked: ['jpn'] });
    const english = { eng: ['MILK TEA AT THE HOTEL', 95], jpn: ['MILK_ TEA AT THE HOTEL', 91] } as const;
    expect(read(english, 'jpn')).toMatchObject({
      reading: { language: 'eng', text: 'MILK TEA AT THE HOTEL' },
      asked: ['jpn', 'eng'],
    });
  });
});
