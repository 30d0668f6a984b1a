import { describe, expect, it } from '@jest/globals';
import { questionKey } from './question-key.js';
import { QuestionGroups } from './question-groups.js';
import { questionTerms } from './question-words.js';

const key = (text: string) => questionKey(text, 'Juniper');

describe('two questions that are the same', () => {
  it.each([
    ['How do I join?', 'how do i join'],
    ['How do I join?', 'Hey Juniper, how can I join??'],
    ['How do I join?', 'please tell me how to join'],
    ['How do I join?', '<@123456789012345678> how do we join'],
    ['When does the summer event start?', 'when does summer event start'],
    ['Which channels can members read?', 'which channel can member read'],
    ['¿Cómo me uno?', 'como me uno'],
    ['Wie trete ich bei?', 'WIE TRETE ICH BEI ?!'],
    ['Ещё раз: как войти?', 'еще раз как войти'],
    ['怎么加入？', '请问 怎么 加入'],
    ['怎么加入？', '請問怎麼加入？'],
    ['ＡＢＣとは？', 'abcとは'],
    ['どうやって参加しますか？', 'どうやって 参加しますか'],
    ['เข้าร่วมอย่างไร', 'เข้าร่วม อย่างไรครับ'],
    ['كَيْفَ أنضم؟', 'كيف أنضم'],
    ["What's C++?", 'what is c++'],
  ])('%s = %s', (a, b) => {
    expect(key(a)).not.toBeNull();
    expect(key(a)).toBe(key(b));
  });
});

describe('two questions that look alike and are different', () => {
  it.each([
    ['How do I join?', 'How do I leave?'],
    ['How do I join?', 'How do you join?'],
    ['How do I join?', 'How do I not join?'],
    ['How do I join?', 'Can I join?'],
    ['How do I join?', 'Why do I join?'],
    ['How do I join?', 'How did I join?'],
    ['Can I bring my dog?', 'Must I bring my dog?'],
    ['Can I post links?', "Can't I post links?"],
    ['Who may invite bots?', 'Who may invite boys?'],
    ['Does Anne lead Ben?', 'Does Ben lead Anne?'],
    ['What is new?', 'What is news?'],
    ['What is time?', 'What is the time?'],
    ['What is C?', 'What is C++?'],
    ['Is 1.5 enough?', 'Is 15 enough?'],
    ['Is it below 5 degrees?', 'Is it below -5 degrees?'],
    ['What does 👍 mean?', 'What does 👎 mean?'],
    ['怎么加入？', '怎么退出？'],
    ['可以加入吗', '不可以加入吗'],
    ['かきはどこ', 'がきはどこ'],
    ['เข้าได้ไหม', 'เข้าไม่ได้ไหม'],
    ['चाय की दुकान', 'चाय का दुकान'],
    ['как войти', 'как выйти'],
    ['मैं कैसे जुड़ूँ', 'मैं कैसे छोड़ूँ'],
  ])('%s ≠ %s', (a, b) => expect(key(a)).not.toBe(key(b)));
});

describe('a message without a question', () => {
  it.each(['', '   ', '?!', '…', 'long '.repeat(200)])('%j has no key', (text) => expect(key(text)).toBeNull());

  it.each(['a', "a'", '-1', '加', 'é', '👍', 'a '])('of the longest size has no key: %s', (unit) =>
    expect(key(unit.repeat(4000 / unit.length))).toBeNull(),
  );
});

describe('questions that mean about the same', () => {
  const terms = (text: string) => new Set(questionTerms(text));
  const isSame = (a: string, b: string) =>
    new QuestionGroups([{ id: 'a', state: 'open', changedAt: new Date(), terms: terms(a) }]).closest({ terms: terms(b) })?.id ===
    'a';

  it.each([
    ['When does the shop open on Sundays?', 'shop opening sunday?'],
    ['Wie kann ich dem Server beitreten?', 'server beitreten wie'],
    ['サーバーに参加する方法は？', 'サーバーに参加する方法を教えて'],
    ['Wie kündige ich mein Abo?', 'Wie kann ich mein Abo kündigen?'],
    ['Wann sind die Öffnungszeiten?', 'Öffnungszeit bitte'],
    ['门票多少钱', '请问门票要多少钱？'],
    ['営業時間は何時ですか', '営業時間を教えてください'],
    ['予約をキャンセルしたい', '予約のキャンセルはできますか'],
    ['ร้านเปิดกี่โมงครับ', 'ร้านเปิดเมื่อไหร่'],
    ['ขอดูราคาตั๋วหน่อยค่ะ', 'ดูราคาตั๋วได้ที่ไหน'],
    ['영업시간이 어떻게 되나요', '영업시간 알려주세요'],
    ['환불은 어떻게 하나요?', '환불을 하나요'],
    ['Где купить билеты?', 'купить билет'],
    ['¿Dónde compro entradas?', 'comprar entrada'],
  ])('share most of their terms: %s / %s', (a, b) => expect(isSame(a, b)).toBe(true));

  it.each([
    ['How do I join?', 'How do I leave?'],
    ['Wie kann ich beitreten?', 'Wie kann ich austreten?'],
    ['怎么加入服务器', '怎么退出频道'],
    ['成人门票多少钱', '儿童门票多少钱'],
    ['予約をキャンセルしたい', '予約を変更したい'],
    ['ร้านเปิดกี่โมง', 'ร้านปิดกี่โมง'],
    ['환불은 어떻게 하나요?', '교환은 어떻게 하나요?'],
    ['Wo kaufe ich Tickets?', 'Wo verkaufe ich Tickets?'],
    ['Why?', 'Where?'],
  ])('are not those that share weak words only: %s / %s', (a, b) => expect(isSame(a, b)).toBe(false));
});
