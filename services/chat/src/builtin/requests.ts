import { dateFormat } from '@kith/kit';
import { calculate } from './arithmetic.js';
import { folded, writtenEnd } from './folded-text.js';
import type { MessageParts } from './message-parts.js';
import { withoutPolite } from './message-parts.js';
import { plainMessage } from './plain-message.js';
import { seededNumber } from './variants.js';
import type { Voice } from './voice.js';

interface Request {
  readonly message: string;
  readonly botName: string;
  readonly parts: MessageParts;
  readonly voice: Voice;
  /** Decides dice and choices, so that a repeated request gets the same answer. */
  readonly seed: string;
  readonly now: Date;
  /** Where the companion reads the clock. */
  readonly timeZone: string;
}

const MAX_DICE = 20;
const MAX_OPTIONS = 20;
const DICE = /(?<![a-z0-9])(\d{0,2}) ?[dwкд](\d{1,3})(?![a-z0-9])(?: ?([+-]) ?(\d{1,4}))?/i;
/** "Roll 3 dice", in the languages with spaces. */
const DICE_COUNT = /(?<![\p{L}\p{N}])(\d{1,2}) (?:dice|würfeln?|dados?|dés?|dadi|кубик(?:а|ов|и)?|zar)(?![\p{L}\p{N}])/iu;
const PERCENT =
  /(?<=\d)\s*(?:percent|per cent|prozent|por ciento|por cien|pour ?cent|por cento|per cento|процент(?:а|ов)?|パーセント)(?![\p{L}])/gu;
/** Dates, scores and telephone numbers look like calculations. */
const DIGIT_GROUPS = /^\d+(?:[-/:.,]\d+)+$/;

/** The answer to a calculation, to a question for time or date, to dice or to a choice; undefined for all else. */
export function answerRequest(request: Request): string | undefined {
  return calculated(request) ?? told(request) ?? rolled(request) ?? chosen(request);
}

function calculated({ message, botName, voice }: Request): string | undefined {
  const { texts } = voice.language;
  const decimal = texts.locale.startsWith('en') || ['zh-CN', 'ja-JP'].includes(texts.locale) ? '.' : ',';
  const plain = plainMessage(message, botName).normalize('NFKC').replace(/['’]/g, '').toLowerCase().trim();
  const bare = plain.replace(/[\s=?？!.。]+$/u, '').replace(/^[¿¡\s]+/, '');
  const term = withoutIntroduction(bare, texts.calculate.split(' / '));
  if (term === bare && DIGIT_GROUPS.test(bare) && !plain.includes('=')) return undefined;
  const calculation = calculate(withSigns(term.replaceAll(PERCENT, '%'), texts.math), { decimal, locale: texts.locale });
  if (calculation === null) return undefined;
  if (calculation.kind !== 'result') return voice.state(calculation.kind);
  const what = calculation.isExact ? 'result' : 'about';
  return voice.join([voice.state(what, { result: calculation.text })], what);
}

/** Without "how much is" before it, or a phrase of that meaning behind it. */
function withoutIntroduction(text: string, phrases: readonly string[]): string {
  const longestFirst = phrases.map((phrase) => phrase.trim()).toSorted((one, other) => other.length - one.length);
  let rest = text;
  for (const phrase of longestFirst) {
    if (rest.startsWith(phrase)) rest = rest.slice(phrase.length);
    if (rest.endsWith(phrase)) rest = rest.slice(0, -phrase.length);
  }
  return rest.replace(/^[\s,:]+|[\s=?？]+$/gu, '');
}

function withSigns(text: string, math: Voice['language']['texts']['math']): string {
  const words = Object.entries(math)
    .flatMap(([sign, list]) => list.split(' / ').map((word) => ({ word, sign: sign === 'of' ? '*' : sign })))
    .toSorted((one, other) => other.word.length - one.word.length);
  return words.reduce((term, { word, sign }) => {
    const isUnspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
    return term.replace(new RegExp(isUnspaced ? word : `(?<![\\p{L}])${word}(?![\\p{L}])`, 'gu'), ` ${sign} `);
  }, text);
}

const PLACES: ReadonlyMap<string, string> = new Map(
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [
    folded(zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone),
    zone,
  ]),
);

function told({ parts, voice, now, timeZone: own }: Request): string | undefined {
  const place = voice.language.clock.match(parts.core);
  if (place === undefined) return undefined;
  const timeZone = PLACES.get(place) ?? own;
  const { locale } = voice.language.texts;
  const time = dateFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(now);
  const date = dateFormat(locale, { dateStyle: 'full', timeZone }).format(now);
  const zone = timeZone === 'UTC' ? 'UTC' : `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')}, ${offsetOf(timeZone, now)}`;
  return voice.join([voice.state('now', { time, zone, date })], 'now');
}

function offsetOf(timeZone: string, now: Date): string {
  const parts = dateFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? timeZone;
}

function rolled({ message, botName, parts, voice, seed }: Request): string | undefined {
  if (parts.kinds.length === 1 && parts.kinds[0] === 'dice') return rolledDice({ voice, seed }, 1, 6, 0);
  const plain = plainMessage(message, botName).normalize('NFKC');
  const found = DICE.exec(plain) ?? DICE_COUNT.exec(plain);
  if (!found) return undefined;
  const { language } = voice;
  const before = withoutPolite(folded(plain.slice(0, found.index)), language);
  const after = withoutPolite(folded(plain.slice(found.index + found[0].length)), language);
  if ((before !== '' && language.roll.match(before) === undefined) || after !== '') return undefined;
  const [, count = '', sides = '6', sign, bonus = '0'] = found;
  const dice = Math.min(MAX_DICE, Math.max(1, Number(count || 1)));
  return rolledDice({ voice, seed }, dice, Math.max(2, Number(sides)), sign === '-' ? -Number(bonus) : Number(bonus));
}

function rolledDice({ voice, seed }: Pick<Request, 'voice' | 'seed'>, dice: number, faces: number, bonus: number): string {
  const rolls = Array.from({ length: dice }, (_, index) => seededNumber(seed, faces, index) + 1);
  const total = rolls.reduce((sum, roll) => sum + roll, bonus);
  if (dice === 1 && bonus === 0) return voice.join([voice.state('rolled', { total })], 'rolled');
  const sum = `${rolls.join(' + ')}${bonus === 0 ? '' : bonus > 0 ? ` + ${bonus}` : ` - ${-bonus}`}`;
  return voice.join([voice.state('rolledSum', { rolls: sum, total })], 'rolledSum');
}

function chosen({ message, botName, parts, voice, seed }: Request): string | undefined {
  const rest = voice.language.choose.after(parts.core);
  if (rest === undefined || rest === '') return undefined;
  const list = writtenEnd(plainMessage(message, botName), rest);
  const words = voice.language.texts.or
    .split(' / ')
    .map((word) => (/^[\p{Script=Han}\p{Script=Hiragana}]/u.test(word) ? word : `\\s+${word}\\s+`));
  const options = list
    .split(new RegExp(`\\s*[,、，]\\s*(?:${words.join('|').replaceAll('\\s+', '\\s*')})?|${words.join('|')}`, 'u'))
    .map((option) => option.replace(/^[\s:]+|[?？.!。\s]+$/gu, ''))
    .filter((option) => folded(option) !== '')
    .slice(0, MAX_OPTIONS);
  if (options.length < 2) return undefined;
  return voice.state('chosen', { option: options[seededNumber(seed, options.length)] ?? '' });
}
