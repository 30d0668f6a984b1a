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
  readonly isSmallTalk?: boolean;
}

function causeOf(question: string, answered: Answered = {}): InboxCause | null {
  const { reply = 'I am not sure.', passages = [], activation = 'search', cited = [] } = answered;
  const { engine = 'openai', isUnknown = false, isSmallTalk = false } = answered;
  const request = { channel: 'web', question, attachments: [], persona: { name: 'Amber', preferences: {} } };
  const streamed = {
    isUnknown,
    reply: { reply, engine },
    citations: cited.map((body): Citation => ({ itemId: body, title: 'Item', passages: [body] })),
    context: { isSmallTalk, passages: passages.map((body) => ({ itemId: body, title: 'Item', body, score: 1, activation })) },
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
      { reply: 'At nine [1].', passages: [HOURS], activation: 'always', cited: [HOURS] },
    ],
  ] as const)('does not when the reply %s', (_what, question, answered) => {
    expect(causeOf(question, answered)).toBe(null);
  });

  it.each([
    ['I could not find that [1].', 'When does the shop open on Sundays?', HOURS],
    ["The passages say when it opens on Mondays, but I don't know about Sundays [1].", 'Is the shop open on Sundays?', HOURS],
    ['Certainly, kayaks and paddles cost twenty euros [1].', 'Does the shop sell kayaks?', HOURS],
    ['Dazu habe ich leider nichts gefunden [1].', 'Wann öffnet der Laden am Sonntag?', 'Der Laden öffnet montags um neun.'],
    ['Lo siento, no encontré nada [1].', '¿Cuándo abre la tienda el domingo?', 'La tienda abre el lunes a las nueve.'],
    ["Je n'ai rien trouvé [1].", 'Quand ouvre le magasin dimanche ?', 'Le magasin ouvre lundi à neuf heures.'],
    ['К сожалению, не нашёл [1].', 'Когда открыт магазин в воскресенье?', 'Магазин открыт в понедельник с девяти.'],
    ['没有找到相关内容[1]。', '商店周日几点开门？', '商店周一九点开门。'],
    ['見つかりませんでした[1]。', '店は日曜日に何時に開きますか？', '店は月曜日の九時に開きます。'],
    [
      'Sklep niestety sprzedaje wyłącznie pocztówki znaczki [1].',
      'Kiedy sklep jest otwarty?',
      'Nasz sklep czynny od dziewiątej.',
    ],
  ])('comes into the inbox when the reply cites what it does not rest on: %s', (reply, question, passage) => {
    expect(causeOf(question, { reply, passages: [passage], cited: [passage] })).toBe('uncertain');
  });

  it.each([
    ['Yes, always [1].', 'Is the shop open on Sundays?', 'The shop opens at nine every day.'],
    ['Wir öffnen montags bis freitags um neun Uhr und schließen um fünf [1].', 'Wann öffnet der Laden?', HOURS],
    ['月曜日から金曜日まで、九時から五時まで開いています[1]。', '店は何時に開きますか？', HOURS],
    ['We open at 9 and close at 5, and our staff would love to see you around here [1]!', 'When does the shop open?', HOURS],
    ['You can do that [1].', 'May dogs come into the shop?', 'Well-behaved dogs are welcome in every shop.'],
    ['是的，你可以的[1]。', '我能带狗进店吗？', '进店的狗要拴绳。'],
    ['是的，可以带狗[1]。', '可以带狗吗？', '狗可以进店。'],
    ['Od dziewiątej do piątej [1].', 'Kiedy sklep jest otwarty?', HOURS],
  ])('does not when it cites what it rests on, in few words or in another language: %s', (reply, question, passage) => {
    expect(causeOf(question, { reply, passages: [passage], cited: [passage] })).toBe(null);
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

  it.each(['parking', 'Wi-Fi', '停车场', '주차장'])(
    'comes in also where only the built-in companion knows that it asks: %s',
    (word) => {
      expect(bothOf(word)).toEqual([null, 'unanswered']);
    },
  );
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

describe('what the search takes for small talk', () => {
  it.each(['Hoe gaat het?', 'Kim ty jesteś?', 'هل تحبني؟', '나 좋아해?'])(
    'does not come into the inbox by either engine, unless passages were found for it: %s',
    (message) => {
      expect(bothOf(message)).toEqual(['uncertain', 'unanswered']);
      const asTalk = (answered: Answered) => causeOf(message, { ...answered, isSmallTalk: true });
      expect(BY_BOTH.map(asTalk)).toEqual([null, null]);
      expect(asTalk({ passages: [TIDES] })).toBe('uncertain');
      expect(asTalk({ passages: [TIDES], activation: 'always' })).toBe(null);
    },
  );
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
