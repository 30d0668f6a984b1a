import { describe, expect, it } from '@jest/globals';
import type { Citation, InboxCause, Passage } from '@kith/proto';
import type { ReplyRequest } from '../replies/reply-writer.js';
import type { StreamedReply } from '../replies/streamed-reply.js';
import { inboxCauseOf } from './inbox-cause.js';

interface Answered {
  readonly reply?: string;
  readonly passages?: readonly string[];
  readonly activation?: Passage['activation'];
  readonly cited?: readonly string[];
  readonly engine?: string;
  readonly isUnknown?: boolean;
}

function causeOf(question: string, answered: Answered = {}): InboxCause | null {
  const { reply = 'I am not sure.', passages = [], activation = 'search', cited = [] } = answered;
  const { engine = 'openai', isUnknown = false } = answered;
  const request = { channel: 'web', question, attachments: [], persona: { name: 'Amber', preferences: {} } };
  const streamed = {
    isUnknown,
    reply: { reply, engine },
    citations: cited.map((body): Citation => ({ itemId: body, title: 'Item', passages: [body] })),
    context: { passages: passages.map((body) => ({ itemId: body, title: 'Item', body, score: 1, activation })) },
  };
  return inboxCauseOf(request as unknown as ReplyRequest, streamed as unknown as StreamedReply);
}

const HOURS = 'The harbour shop opens at nine and closes at five from Monday to Friday.';
const TIDES = 'The tides come twice a day.';

describe('a question for which passages entered the prompt', () => {
  it.each([
    ['says that it does not know', 'When does the shop open on Sundays?', 'Sorry, I have no information about that.'],
    ['repeats the question alone', 'When does the shop open on Sundays?', 'When the shop opens on Sundays? No idea, sorry.'],
    ['answers with what no passage says', 'Does the shop sell kayaks?', 'Certainly, kayaks and paddles cost twenty euros.'],
    ['says other hours than those that a passage holds', 'When does it open?', 'It opens at noon, on Saturdays alone.'],
    ['answers in Japanese with what no passage says', 'お店でカヤックは買えますか', 'はい、二十ユーロで販売しています。'],
  ])('comes into the inbox when the reply cites none and %s', (_what, question, reply) => {
    expect(causeOf(question, { reply, passages: [TIDES, HOURS] })).toBe('uncertain');
  });

  it.each([
    ['cites one', 'When does the shop open on Sundays?', { reply: 'Never [1].', passages: [HOURS], cited: [HOURS] }],
    ['says what one says', 'How often do the tides come?', { reply: 'Twice a day.', passages: [HOURS, TIDES] }],
    [
      'says it with more words',
      'When does it open?',
      { reply: 'Our shop at the harbour opens at nine, Monday to Friday!', passages: [HOURS] },
    ],
    ['says what one says in Chinese', '潮汐多久来一次？', { reply: '每天两次。', passages: ['潮汐每天两次。'] }],
    [
      'cites what is always in the prompt',
      'When does the shop open?',
      { passages: [HOURS], activation: 'always', cited: [HOURS] },
    ],
  ] as const)('does not when the reply %s', (_what, question, answered) => {
    expect(causeOf(question, answered)).toBe(null);
  });

  it('does not when nothing was asked', () => {
    expect(causeOf('I love the harbour shop', { passages: [TIDES], reply: 'So nice of you.' })).toBe(null);
  });

  it('takes a moment only, however long passages and reply are', () => {
    const long = Array.from({ length: 12 }, (_, n) => Array.from({ length: 600 }, (_word, w) => `word${n}x${w}`).join(' '));
    const start = performance.now();
    expect(causeOf('Where is the secret cave?', { passages: long, reply: 'Nowhere near. '.repeat(1000) })).toBe('uncertain');
    expect(performance.now() - start).toBeLessThan(300);
  });
});

/** As a language model answers it without knowledge, and as the built-in companion does. */
const BY_BOTH = [{}, { engine: 'builtin', isUnknown: true }] as const;
const bothOf = (question: string) => BY_BOTH.map((answered) => causeOf(question, answered));

describe('a question with one word that says what it is about', () => {
  it.each([
    'Who is Odin?',
    'When do you open?',
    'Do you have parking?',
    'What are the prices?',
    'How do I join?',
    'Hey Amber, how do I join?',
    'Wann öffnet ihr?',
    'Wer ist Odin?',
    '¿Cuándo abre?',
    'Qué es Yggdrasil',
    'Combien coûte le billet ?',
    'Quanto costa?',
    'Кто такой Один?',
    'Kim Odin?',
    'Kim jest Odyn?',
    'What is C++?',
    '怎么加入？',
    '门票多少钱？',
    'オーディンは誰ですか？',
    'すしはありますか？',
    '가격이 얼마예요?',
    'โอดินคือใคร?',
    'من هو أودين؟',
    'ओडिन कौन है?',
  ])('comes into the inbox by either engine: %s', (question) => {
    expect(bothOf(question)).toEqual(['uncertain', 'unanswered']);
  });

  it.each(['parking', 'Wi-Fi', '停车场', '주차장'])('comes in also where only the built-in companion knows that it asks: %s', (word) => {
    expect(bothOf(word)).toEqual([null, 'unanswered']);
  });
});

describe('a message that says nothing of what it is about', () => {
  it.each([
    'Who?',
    'And why?',
    'What is it?',
    "Who's that?",
    'How much?',
    'And how many?',
    'What now?',
    'Which one?',
    'Warum denn?',
    'Wie viel?',
    '¿Cuánto?',
    '¿Y dónde?',
    'Combien ?',
    'Quanti?',
    'Сколько?',
    'А почему?',
    'Niye?',
    'Kiedy?',
    'لماذا؟',
    'من هو؟',
    'क्यों?',
    'यह क्या है?',
    '왜요?',
    '어디예요?',
    '谁？',
    '为什么呢？',
    '这是什么？',
    'どこですか？',
    'これは何ですか？',
    'そうですか',
    'ที่ไหนครับ',
    'ใครครับ',
    'ทำไม?',
    'Who 😂?',
  ])('does not come into the inbox by either engine: %s', (message) => {
    expect(bothOf(message)).toEqual([null, null]);
  });
});

describe('small talk', () => {
  it.each([
    'How are you?',
    'Hi Amber, how are you doing today?',
    'Who are you?',
    'What can you do?',
    'What is your name?',
    'Do you like me?',
    'Tell me more?',
    'What time is it?',
    'Wie geht es dir?',
    'Wer bist du?',
    '¿Cómo estás?',
    'Comment ça va ?',
    'Come stai?',
    'Tudo bem?',
    'Как дела?',
    'Nasılsın?',
    '你好吗？',
    '你是谁？',
    '元気ですか？',
  ])('does not come into the inbox by either engine: %s', (message) => {
    expect(bothOf(message)).toEqual([null, null]);
  });
});

describe('a question without a question mark', () => {
  it.each([
    'when does the shop open',
    'dükkan pazar günü ne zaman açılıyor',
    'sunucuya nasıl katılabilirim',
    'Nerede bulabilirim kuralları',
    'dükkan pazar günü açık mı',
    'bana kuralları gösterebilir misiniz',
    '가게는 언제 문을 여나요',
    '서버에 어떻게 들어가요',
    '가게가 일요일에 문을 엽니까',
    '일요일에도 가게를 여나요',
    'متى يفتح المتجر يوم الأحد',
    'هل المتجر مفتوح يوم الأحد',
    'أين توجد قواعد الخادم',
    'दुकान रविवार को कब खुलती है',
    'क्या दुकान रविवार को खुली है',
    'सर्वर से कैसे जुड़ें',
    'czy sklep jest otwarty w niedzielę',
    'gdzie znajdę regulamin serwera',
    'jak dołączyć do serwera',
  ])('comes into the inbox where it is asked: %s', (question) => {
    expect(causeOf(question)).toBe('uncertain');
  });

  it.each([
    'the shop opens at nine',
    'dükkan pazar günü kapalı',
    '오늘 비가 많이 오니까 집에 있어요',
    'المتجر مغلق يوم الأحد',
    'दुकान रविवार को बंद है',
    'किसी ने दुकान खोली',
    'sklep jest zamknięty w niedzielę',
    'Jakub poszedł do sklepu',
    'Kim Minji likes the harbour shop',
  ])('does not where nothing is asked: %s', (statement) => {
    expect(causeOf(statement)).toBe(null);
  });
});
