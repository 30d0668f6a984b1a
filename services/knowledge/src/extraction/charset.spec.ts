import { describe, expect, it } from '@jest/globals';
import { decodedAs, likelyEncoding, plainText } from './charset.js';

/** The bytes of a text in a character set that Node can only read: found by reading every character of one and two bytes. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytesOf = new Map<string, number[]>();
  const add = (...bytes: number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if (!bytesOf.has(character)) bytesOf.set(character, bytes);
    } catch {
      // These bytes are no character.
    }
  };
  for (let first = 0; first < 256; first += 1) add(first);
  for (let first = 0x81; first < 0xff; first += 1) for (let second = 0x40; second < 0xff; second += 1) add(first, second);
  return Uint8Array.from([...text].flatMap((character) => bytesOf.get(character) ?? fail(character, encoding)));
}

function fail(character: string, encoding: string): never {
  throw new Error(`${encoding} has no ${character}`);
}

const GERMAN = 'Grüße aus Köln: Die Bäckerei öffnet früh, und die Brötchen sind süß. Für Gäste gibt es Frühstück.';
const FRENCH = 'Le café est fermé à midi. Où est la fenêtre ? Nous avons déjà mangé près de la forêt, c’était très bon.';
const RUSSIAN = 'Библиотека открыта каждый день с девяти до шести, а в воскресенье она закрыта для посетителей.';
const GREEK = 'Η βιβλιοθήκη είναι ανοιχτή κάθε μέρα από τις εννέα το πρωί και κλείνει το βράδυ.';
const JAPANESE = '図書館は毎日九時から六時まで開いています。日曜日は休みです。本を借りるにはカードが必要です。';
const CHINESE = '图书馆每天早上九点开门，晚上六点关门。星期天休息。借书需要有图书证，请在服务台办理。';
const TAIWANESE = '圖書館每天早上九點開門，晚上六點關門。星期天休息。借書需要有圖書證，請在服務台辦理。';
const UKRAINIAN = 'Бібліотека відкрита щодня з восьмої до шостої, її двері зачинені в неділю.';
const SPANISH = '¿Cuándo abre la panadería? Mañana a las ocho, también los sábados; el niño come pan. ¡Qué bien!';
const POLISH =
  'Biblioteka jest otwarta codziennie od dziewiątej do szóstej, w niedzielę jest zamknięta. Książki można pożyczać, a jeśli ktoś się spóźni, płaci.';
const TURKISH =
  'Kütüphane her gün dokuzda açılır, pazar günü kapalıdır. Ödünç kitap için kart gerekir, lütfen danışmaya başvurun.';
const HEBREW = 'הספרייה פתוחה כל יום מתשע עד שש, וביום שבת היא סגורה. כדי לשאול ספרים צריך כרטיס.';
const ARABIC = 'المكتبة مفتوحة كل يوم من التاسعة حتى السادسة، وهي مغلقة يوم الجمعة. لاستعارة الكتب تحتاج إلى بطاقة.';
const THAI = 'ห้องสมุดเปิดทุกวันตั้งแต่เก้าโมงเช้าถึงหกโมงเย็น วันอาทิตย์ปิด';
const KOREAN =
  '도서관은 매일 아침 아홉 시에 문을 열고 저녁 여섯 시에 닫습니다. 일요일은 쉽니다. 책을 빌리려면 카드가 필요합니다.';

describe('likelyEncoding', () => {
  it.each([
    ['windows-1252', GERMAN],
    ['windows-1252', FRENCH],
    ['iso-8859-1', GERMAN],
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['iso-8859-7', GREEK],
    ['shift_jis', JAPANESE],
    ['euc-jp', JAPANESE],
    ['gb18030', CHINESE],
    ['big5', TAIWANESE],
    ['euc-kr', KOREAN],
    ['koi8-u', UKRAINIAN],
    ['windows-874', THAI],
    ['macintosh', GERMAN],
    ['macintosh', FRENCH],
    ['macintosh', SPANISH],
    ['ibm866', RUSSIAN],
    ['ibm866', UKRAINIAN.replaceAll(/[іІ]/g, 'и')],
    ['windows-1252', SPANISH],
    ['windows-1250', POLISH],
    ['iso-8859-2', POLISH],
    ['windows-1254', TURKISH],
    ['windows-1255', HEBREW],
    ['windows-1256', ARABIC],
  ])('finds out that a text is in %s: %s', (encoding, text) => {
    expect(plainText(encode(text, encoding))).toBe(text);
  });

  // As Python encodes them.
  it.each([
    [
      GERMAN,
      '4772 81e1 6520 6175 7320 4b94 6c6e 3a20 4469 6520 4284 636b 6572 6569 2094 6666 6e65 7420 6672 8168 2c20 756e 6420 6469 6520 4272 9474 6368 656e 2073 696e 6420 7381 e12e 2046 8172 2047 8473 7465 2067 6962 7420 6573 2046 7281 6873 7481 636b 2e',
    ],
    ['¿Mañana? El niño también.', 'a84d 61a4 616e 613f 2045 6c20 6e69 a46f 2074 616d 6269 826e 2e'],
    ['Le café est fermé à midi. Déjà ?', '4c65 2063 6166 8220 6573 7420 6665 726d 8220 8520 6d69 6469 2e20 4482 6a85 203f'],
  ])('finds out that a text is in code page 850: %s', (text, hex) => {
    expect(plainText(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toBe(text);
    expect(decodedAs(Buffer.from(hex.replaceAll(' ', ''), 'hex'), 'cp850', true)).toBe(text);
  });

  it.each([
    'wait…what? one•two “quoted”text Kith™App rock’n’roll price–performance 50€each, see §4 and §5.',
    'McÉwen, eÇa, iPodÄhnlich and «so»weiter',
    'Ménage à trois – l’été d’Agnès',
  ])('takes no signs between words for another character set: %s', (text) => {
    expect(plainText(encode(text, 'windows-1252'))).toBe(text);
  });

  it.each(['shift_jis', 'gb18030', 'euc-kr', 'windows-1251'])(
    'finds %s in a table with many Latin words and numbers',
    (encoding) => {
      const words = { shift_jis: JAPANESE, gb18030: CHINESE, 'euc-kr': KOREAN, 'windows-1251': RUSSIAN }[encoding] ?? '';
      const table = `id;name;text\n1;Alpha;${words}\n2;Beta;${words}\n3;Gamma Delta;12.50\n`;
      expect(plainText(encode(table, encoding))).toBe(table);
    },
  );

  it('finds the few other letters of a long text in ASCII, wherever they are', () => {
    const text = `${'All work and no play. '.repeat(5000)}Grüße aus Köln.`;
    expect(plainText(Buffer.from(text, 'latin1'))).toBe(text);
  });

  it.each(['Gr\xfc\xdfe', 'Caf\xe9', 'na\xefve', '5 \xb0C', '\xa9 2024'])(
    'takes a short text for Western European: %j',
    (text) => {
      expect(plainText(Buffer.from(text, 'latin1'))).toBe(text);
    },
  );

  it('finds Japanese that is written in seven bits, as in e-mails', () => {
    const bytes = Buffer.from('\x1b$B?^=q4[\x1b(B: 9-18', 'latin1');
    expect(plainText(bytes)).toBe('図書館: 9-18');
    expect(plainText(Buffer.from('price \x1b$ 5'))).toBe('price \x1b$ 5');
  });

  it('finds UTF-16 without a mark', () => {
    const text = 'Grüße, 東京 and words';
    expect(plainText(Buffer.from(text, 'utf16le'))).toBe(text);
    expect(plainText(Buffer.from(text, 'utf16le').swap16())).toBe(text);
  });

  it('stays with UTF-8 when only a few of its characters are wrong', () => {
    const bytes = Buffer.concat([Buffer.from(GERMAN.repeat(10)), Buffer.from([0xff]), Buffer.from(RUSSIAN)]);
    expect(likelyEncoding(bytes)).toBe('utf-8');
  });
});

describe('plainText', () => {
  it.each([
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['random bytes', Buffer.from(Array.from({ length: 2000 }, (_, n) => (n * 7919) % 256))],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
    ['a text with NUL', Buffer.from('a\0b')],
  ])('is undefined for %s', (_what, bytes) => {
    expect(plainText(bytes)).toBeUndefined();
  });
});
