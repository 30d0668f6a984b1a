import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ChannelSettings } from '@kith/proto';
import { compileSettings } from '../compiled-settings.js';
import { MAX_MODERATED_CHARS } from '../moderated-text.js';
import { isShouting } from './caps.js';
import { hasInvite } from './invites.js';
import { hasForbiddenLink, hostsIn } from './links.js';
import { MessageText } from './message-text.js';
import { forbiddenWordsOf, hasForbiddenWord, ProfanityFilter } from './profanity.js';
import { SpamLog } from './spam-log.js';

const ALL_RULES = ChannelSettings.parse({
  moderationMode: true,
  blockInvites: true,
  blockLinks: true,
  profanityFilter: true,
  spamDetection: true,
  capsFilter: true,
  blockedWords: 'kumquat, two words, schnitzel*, 禁止',
  allowedLinkHosts: 'example.org',
});
const brokenRule = (text: string, changes: Partial<ChannelSettings> = {}) =>
  compileSettings({ ...ALL_RULES, ...changes })?.brokenRule(text);

describe('the profanity filter', () => {
  const filter = new ProfanityFilter();

  it.each([
    ['English', 'what the fuck'],
    ['capitals', 'FUCK'],
    ['a stretched word', 'fuuuuuuck'],
    ['digits for letters', 'sh1t'],
    ['signs for letters', 'b!tch'],
    ['spelled out', 'f u c k you'],
    ['spelled out with dots', 'f.u.c.k'],
    ['zero-width characters', 'f\u200Bu\u200Dc\u2060k'],
    ['a soft hyphen', 'fu\u00ADck'],
    ['direction marks', '\u202Efuck\u202C'],
    ['zalgo', 'f\u0335\u0321\u034Eu\u0336\u0315c\u0337\u0310k\u0334\u0346'],
    ['Cyrillic look-alikes', 'fu\u0441k'],
    ['Greek look-alikes', '\u03BDaffanculo'],
    ['mathematical letters', '𝓯𝓾𝓬𝓴'],
    ['full width', 'ｆｕｃｋ'],
    ['circled letters', 'ⓕⓤⓒⓚ'],
    ['small capitals', 'ꜰᴜᴄᴋ'],
    ['German', 'du Arschloch!'],
    ['German with accents left out', 'SCHEISSE'],
    ['German with sharp s', 'scheiße'],
    ['French', 'quel connard'],
    ['Spanish', 'eres un cabrón'],
    ['Portuguese', 'caralho'],
    ['Italian', 'che cazzo vuoi'],
    ['Polish', 'kurwa mać'],
    ['Turkish', 'SİKTİR git'],
    ['Russian', 'иди нахуй'],
    ['Russian with Latin letters', 'пизд\u0065ц'],
    ['Arabic', 'يا شرموطة'],
    ['Arabic with vowel signs', 'شَرْمُوطَة'],
    ['Hindi', 'तुम चूतिया हो'],
    ['Chinese, which has no spaces', '你这个傻逼东西'],
    ['Japanese', 'このクソ野郎め'],
    ['Korean', '이 개새끼야'],
    ['Thai', 'ไอ้สัตว์เอ๊ย'],
  ])('finds %s', (_kind, text) => {
    expect(filter.hasProfanity(new MessageText(text))).toBe(true);
  });

  it.each([
    'Hello everyone, how are you?',
    'the class will assess the assassin in Scunthorpe',
    'a cockatoo in the cockpit of a peacock blue plane',
    'Hancock and Hitchcock',
    'Sussex and Essex, sex education, the analysis of an analogue title',
    'I use MongoDB and mongo',
    'qué hora es',
    'saya suka anjing',
    'Lady Gaga',
    'die Fichte und der Schlamm',
    'я люблю хлеб',
    'שלום עולם',
    'مرحبا بالعالم',
    '我喜欢草莓',
    'お元気ですか',
    '👩‍👩‍👧‍👦 🏳️‍🌈',
    '',
    '   ',
    '!!!! ???? @@@@ $$$$ 1234567890',
    'room 455, built in 4554',
    'it costs 2.455 euros',
  ])('lets pass: %s', (text) => {
    expect(filter.hasProfanity(new MessageText(text))).toBe(false);
    // From memory too.
    expect(filter.hasProfanity(new MessageText(text))).toBe(false);
  });

  it('finds a swear word between any harmless words, also the second time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('hello', 'the', 'Wetter', '今日', 'مرحبا', '🙂')),
        fc.constantFrom('fuck', 'scheisse', 'хуй'),
        (words, bad) => {
          const text = [...words, bad, ...words.toReversed()].join(' ');
          return filter.hasProfanity(new MessageText(text)) && filter.hasProfanity(new MessageText(text));
        },
      ),
    );
  });
});

describe("the owner's words", () => {
  const forbidden = forbiddenWordsOf('Kumquat,two words\nschnitzel*, 禁止 , , *, **');

  it.each([
    'a KUMQUAT!',
    'kümquät',
    'kumqu4t',
    'k u m q u a t',
    'kum\u200Bquat',
    'these Two Words here',
    'Schnitzelbrötchen',
    '这是禁止的',
    '禁\u200B止',
    'tw\u043E words',
    'tw0 w0rds',
    'two \n\t words',
    'two\u3000words',
    't\u0335wo wo\u0337rds',
    'backwards \u202Etauqmuk',
    '\u202Esdrow owt\u202C',
    'first\n\u202Etauqmuk\u202C\nlast',
    '\u202E\u202Btauq\u202Cmuk',
    '\u202E\u202C\n\u202Etauqmuk',
    'two words \u202Ereversed',
    '\u212Aumquat',
    '𝓴𝓾𝓶𝓺𝓾𝓪𝓽',
    [...'kumquat'].map((letter) => letter + '\u0335\u0321\u034E'.repeat(100)).join(''),
    [...'kumquat'].join('\u200B\u200D\u2060\uFE0F'),
  ])('are found in %s', (text) => {
    expect(hasForbiddenWord(new MessageText(text), forbidden)).toBe(true);
  });

  it.each([
    ['that stand for eighteen others each', `${'\uFDFA'.repeat(3900)} kumquat`],
    ['that stand for six others each', `${'\u3316'.repeat(3900)} kumquat`],
    ['that decompose', `${'ộ'.repeat(3990)} kumquat`],
    ['of a long message that was forwarded', `${'й '.repeat(5990)} kumquat`],
    ['of other scripts', `${'한'.repeat(3990)} kumquat`],
    ['nobody sees', `${'\u200B'.repeat(3990)}kumquat`],
    ['of marks', `a${'\u0335'.repeat(3990)} kumquat`],
  ])('are found behind thousands of characters %s', (_kind, text) => {
    expect(hasForbiddenWord(new MessageText(text), forbidden)).toBe(true);
    expect(new MessageText(text).folded.length).toBeLessThanOrEqual(4 * MAX_MODERATED_CHARS);
  });

  it.each([
    'kumquats',
    'two other words',
    'tauqmuk',
    'tauqmuk\n\u202Eabc',
    '\u202Eabc\ntauqmuk',
    'two, words',
    'a schnitze',
    'nothing',
    '',
    '*',
  ])('are not found in %s', (text) => {
    expect(hasForbiddenWord(new MessageText(text), forbidden)).toBe(false);
  });

  it('may be numbers, and a number is no word in other signs', () => {
    const numbers = forbiddenWordsOf('1488, 455*, ass');
    expect(hasForbiddenWord(new MessageText('it is 1488'), numbers)).toBe(true);
    expect(hasForbiddenWord(new MessageText('4550'), numbers)).toBe(true);
    expect(hasForbiddenWord(new MessageText('a55'), numbers)).toBe(true);
    expect(hasForbiddenWord(new MessageText('room 455'), forbiddenWordsOf('ass'))).toBe(false);
  });

  it('that are only separators or signs forbid nothing', () => {
    expect(hasForbiddenWord(new MessageText('* , anything'), forbiddenWordsOf(' ,,\n * , !! '))).toBe(false);
  });

  it('find beginnings of any lengths, as a comparison with each of them does', () => {
    const letters = fc.stringMatching(/^[km]{1,5}$/).filter((word) => !/(.)\1\1/.test(word));
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 6 }), letters, (beginnings, word) => {
        const forbidden = forbiddenWordsOf(beginnings.map((beginning) => `${beginning}*`).join());
        return (
          hasForbiddenWord(new MessageText(`${word}-`), forbidden) ===
          (word.length > 1 && beginnings.some((one) => word.startsWith(one)))
        );
      }),
    );
  });

  it('cost one look-up per word and length, however many they are', () => {
    const many = Array.from({ length: 200 }, (_, at) => `word${at}*`).join();
    expect(forbiddenWordsOf(`${many},${many}`).beginningLengths.toSorted()).toEqual([5, 6, 7]);
  });
});

describe('the filter of links', () => {
  const allowed = hostsIn('Example.org, https://tenor.com/view\nwww.münchen.de nonsense..host');

  it.each([
    'see https://evil.test/x',
    'HTTP://EVIL.TEST',
    '[click](https://evil.test)',
    '<https://evil.test>',
    'https://example.org@evil.test/',
    'https://example.org.evil.test',
    'https://notexample.org',
    'https://evil\u3002test/',
    'https://1.2.3.4/',
    'https://[::1]/',
    'fine https://example.org and https://evil.test',
    `${'https://example.org '.repeat(60)}`,
  ])('finds %s', (text) => {
    expect(hasForbiddenLink(text, allowed)).toBe(true);
  });

  it.each([
    'https://example.org',
    'https://EXAMPLE.org./path?a=b#c',
    'https://sub.example.org:8443/x',
    'https://www.example.org',
    '(https://example.org)',
    'https://example.org, and more',
    '**https://example.org**',
    'https://tenor.com/view/cat',
    'https://münchen.de',
    'https://xn--mnchen-3ya.de/',
    'evil.test without a scheme is no link on Discord',
    'https://',
    'http:// evil.test',
    'no link',
  ])('lets pass: %s', (text) => {
    expect(hasForbiddenLink(text, allowed)).toBe(false);
  });
});

describe('the filter of invites', () => {
  it.each([
    'discord.gg/abc123',
    'dsc.gg/our-server',
    'https://invite.gg/abc',
    'discord.me/abc',
    'https://disboard.org/en/server/join/123456789012345678',
    'https://discord.com/invite/abc',
    'https://discordapp.com/invite/abc',
    'DISCORD.GG/ABC',
    'discord .gg / abc',
    'd i s c o r d . g g / a b c',
    'dis\u200Bcord.gg/abc',
    'discord(dot)gg/abc',
    'discord [.] gg/abc',
    'ｄｉｓｃｏｒｄ．ｇｇ／ａｂｃ',
    'dіѕсоrd.gg/abc',
    'discord\u3002gg/abc',
    '||discord.gg||/abc',
    'https://discord.com/%69nvite/abc',
    'discord.gg%2Fabc',
    'discord.gg/приглашение',
  ])('finds %s', (text) => {
    expect(hasInvite(new MessageText(text))).toBe(true);
  });

  it.each([
    'I like discord. gg everyone',
    'discord.com/channels/1/2',
    'https://discord.com/terms',
    'discord.gg',
    'an invite / invitation',
    'and/or',
    '',
  ])('lets pass: %s', (text) => {
    expect(hasInvite(new MessageText(text))).toBe(false);
  });
});

describe('the filter of capitals', () => {
  it.each(['HELLO WORLD', 'HELLO WORLd', 'ПРИВЕТ ВСЕМ ДРУЗЬЯ', 'ΚΑΛΗΜΕΡΑ ΚΟΣΜΕ', 'AAAAAAAaaa', 'ÄÖÜÄÖÜÄÖÜÄ'])(
    'finds %s',
    (text) => {
      expect(isShouting(text)).toBe(true);
    },
  );

  it.each([
    'HELLO',
    'Hello World',
    'AAAAAAaaaa',
    'مرحبا بالعالم كيف حالكم',
    '今日はいい天気ですね今日は',
    'OK <:GREATEMOJI:123456789012345678>',
    'see HTTPS://EXAMPLE.ORG/ABCDEFGHIJ',
    '1234567890 !!!!!!!!!!',
  ])('lets pass: %s', (text) => {
    expect(isShouting(text)).toBe(false);
  });
});

describe('the spam log', () => {
  const START_MS = Date.UTC(2026, 0, 1);
  const send = (log: SpamLog, offsets: readonly number[], content: (index: number) => string, memberId = '1') =>
    offsets.map((offset, index) => log.count({ guildId: '9', memberId, content: content(index), atMs: START_MS + offset }));

  it('finds the fifth message within five seconds, and calls the following ones of the burst repeated', () => {
    expect(send(new SpamLog(), [0, 1000, 2000, 3000, 4000, 4500], String)).toEqual([null, null, null, null, 'spam', 'repeated']);
    expect(send(new SpamLog(), [0, 1250, 2500, 3750, 5000], String)).toEqual([null, null, null, null, null]);
  });

  it('finds the third of equal messages within thirty seconds, whatever their case and spaces', () => {
    const texts = ['Buy now', 'buy  NOW', ' buy now '];
    expect(send(new SpamLog(), [0, 14_000, 29_000], (index) => texts[index] ?? '')).toEqual([null, null, 'spam']);
    expect(send(new SpamLog(), [0, 15_000, 30_000], () => 'buy')).toEqual([null, null, null]);
  });

  it('counts pictures without text only as messages', () => {
    expect(send(new SpamLog(), [0, 6000, 12_000, 18_000], () => '')).toEqual([null, null, null, null]);
  });

  it('counts members and servers apart, and a member who is forgotten anew', () => {
    const log = new SpamLog();
    expect(send(log, [0, 1], () => 'a')).toEqual([null, null]);
    expect(send(log, [2], () => 'a', '2')).toEqual([null]);
    expect(log.count({ guildId: '8', memberId: '1', content: 'a', atMs: START_MS + 3 })).toBeNull();
    log.forgetMember('1');
    expect(send(log, [4], () => 'a')).toEqual([null]);
  });

  it('warns again for a burst half a minute later', () => {
    expect(send(new SpamLog(), [0, 1, 2, 3, 4, 40_000, 40_001, 40_002, 40_003, 40_004], String).filter(Boolean)).toEqual([
      'spam',
      'spam',
    ]);
  });

  it('holds the last messages of 2,000 members at most', () => {
    const log = new SpamLog();
    send(log, [0, 1], () => 'a', 'first');
    for (let member = 0; member < 2000; member += 1) send(log, [2], () => 'b', `other${member}`);
    expect(send(log, [3], () => 'a', 'first')).toEqual([null]);
  });
});

describe('all rules together', () => {
  it('look for invites first, then links, words and capitals; a rule that is off finds nothing', () => {
    const text = 'FUCK HTTPS://DISCORD.GG/ABC YOU ALL HERE';
    expect(brokenRule(text)).toBe('invites');
    expect(brokenRule(text, { blockInvites: false })).toBe('links');
    expect(brokenRule(text, { blockInvites: false, blockLinks: false })).toBe('profanity');
    const off = { blockInvites: false, blockLinks: false, profanityFilter: false };
    expect(brokenRule(text, off)).toBe('caps');
    expect(brokenRule(text, { ...off, capsFilter: false })).toBeNull();
    expect(brokenRule('a kumquat', { profanityFilter: false })).toBeNull();
    expect(compileSettings({ ...ALL_RULES, moderationMode: false })).toBeNull();
  });

  it('decide any text, of any script and with any signs, without failing', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 300 }));
    fc.assert(fc.property(text, (any) => brokenRule(any) !== undefined));
  });

  it.each([
    ['one letter', 'a'],
    ['invisible characters', '\u200B'],
    ['marks on one letter', '\u0335'],
    ['links', 'https://a.b '],
    ['beginnings of links', 'https://'],
    ['beginnings of invites', 'discord.gg/'],
    ['invites with dots as words', 'discord(dot)'],
    ['exclamation marks', '!'],
    ['characters that stand for eighteen others', '\uFDFA'],
    ['percent signs', '%2f'],
    ['mentions', '<@1'],
    ['single letters', 'f '],
    ['slashes', '/'],
    ['different words', ''],
  ])('decide a text of 4,000 characters of %s', (kind, piece) => {
    const textOf = (length: number): string =>
      kind === 'different words'
        ? Array.from({ length: length / 8 }, (_, index) => `w${(index + length) * 7919}`).join(' ')
        : piece.repeat(length / piece.length);
    expect(brokenRule(textOf(4000))).not.toBeUndefined();
  });
});
