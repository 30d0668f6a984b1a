import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canMatchAscii, crisisIn, LANGUAGES, type CareLanguage } from './crisis.js';

const SELF_HARM: Readonly<Record<CareLanguage, readonly string[]>> = {
  en: [
    'I want to kill myself',
    "I'm going to end my life tonight",
    "i just don't want to live anymore",
    'I don’t want to be alive',
    'i wish i was dead',
    "I've been thinking about suicide a lot",
    'I am feeling suicidal',
    'Everyone would be better off without me.',
    'I keep cutting myself and cannot stop',
    'there is no reason to live',
    'I can’t go on like this anymore',
    'I took all my pills',
    'how can i kill myself painlessly',
    'My best friend wants to kill herself, what should I do?',
    'I want to die lol',
  ],
  de: [
    'Ich will mich umbringen',
    'ich möchte einfach nicht mehr leben',
    'Ich will sterben.',
    'ich denke oft an Selbstmord',
    'Ich habe Suizidgedanken',
    'Ich ritze mich wieder',
    'Alle wären ohne mich besser dran',
    'Meine Freundin will sich umbringen',
    'ich bringe mich um',
    'Ich moechte mir das Leben nehmen',
  ],
  es: [
    'Quiero matarme',
    'ya no quiero vivir',
    'Quiero morir',
    'Tengo pensamientos suicidas',
    'pienso en el suicidio todos los días',
    'me quiero morir',
    'Todos estarían mejor sin mí',
    'Mi hermana quiere suicidarse',
  ],
  fr: [
    'Je veux mourir',
    "J'ai envie de me tuer",
    'je ne veux plus vivre',
    'Je pense souvent au suicide',
    'j’ai des idées suicidaires',
    'je veux en finir',
    'Ma sœur veut se suicider',
    'Tout le monde serait mieux sans moi',
  ],
  pt: [
    'Quero me matar',
    'não quero mais viver',
    'Eu quero morrer',
    'tenho pensamentos suicidas',
    'Todo mundo estaria melhor sem mim',
    'Meu irmão quer se matar',
  ],
  it: [
    'Voglio morire',
    'voglio uccidermi',
    'Non voglio più vivere',
    'Penso spesso al suicidio',
    'voglio farla finita',
    'La mia amica vuole suicidarsi',
  ],
  ru: [
    'Я хочу умереть',
    'хочу покончить с собой',
    'Не хочу больше жить',
    'у меня суицидальные мысли',
    'Всем будет лучше без меня',
    'Мой друг хочет убить себя',
  ],
  zh: ['我想自杀', '我真的想死', '我不想活了', '活着没意思', '我有自殺的念頭', '我朋友想自杀', '我打算跳楼'],
  ja: [
    '死にたい',
    'もう生きていたくない',
    '自殺したいです',
    '消えてしまいたい',
    'リストカットがやめられない',
    '友達が自殺しようとしています',
  ],
  tr: [
    'Kendimi öldürmek istiyorum',
    'ölmek istiyorum',
    'İntihar etmeyi düşünüyorum',
    'Artık yaşamak istemiyorum',
    'KENDİMİ ÖLDÜRECEĞİM',
  ],
  ko: [
    '죽고 싶어요',
    '그냥 죽고싶다',
    '자살하고 싶어',
    '자살 생각이 자꾸 나요',
    '더 이상 살기 싫어',
    '살고 싶지 않아요',
    '살 이유가 없어',
    '손목을 그었어',
    '자해를 했어요',
    '내가 없는 게 모두에게 나아',
    '고통 없이 죽는 방법 알려줘',
    '친구가 자살하려고 해요',
  ],
  th: [
    'อยากตาย',
    'ไม่อยากมีชีวิตอยู่แล้ว',
    'ฉันคิดจะฆ่าตัวตาย',
    'หนูอยากทำร้ายตัวเอง',
    'เหนื่อยจนอยากตาย',
    'วิธีฆ่าตัวตาย',
    'ตายยังไงให้ไม่เจ็บ',
    'ถ้าไม่มีฉันทุกคนคงดีกว่านี้',
    'เพื่อนอยากฆ่าตัวตาย ทำยังไงดี',
    'ผมกรีดข้อมืออีกแล้ว',
  ],
  ar: [
    'أريد أن أموت',
    'اريد ان انتحر',
    'أُرِيدُ أَنْ أَمُوت',
    'عايز أموت',
    'بدي موت, بدي انتحر',
    'لا أريد أن أعيش',
    'عندي أفكار انتحارية',
    'أفكر في الانتحار',
    'أفكر بالانتحار كل يوم',
    'كيف أنتحر بدون ألم',
    'الجميع سيكون أفضل حالا بدوني',
    'صديقتي تريد أن تنتحر',
  ],
  hi: [
    'मैं मरना चाहता हूं',
    'मुझे मर जाना है',
    'मैं आत्महत्या करना चाहती हूँ',
    'मैं अब जीना नहीं चाहता',
    'मुझे आत्महत्या के विचार आते हैं',
    'ज़िंदगी का कोई मतलब नहीं',
    'जिंदगी में अब कोई वजह नहीं',
    'सब लोग मेरे बिना बेहतर रहेंगे',
    'मेरी बहन आत्महत्या करना चाहती है',
    'main marna chahta hun',
    'mujhe mar jana hai',
    'Main ab jeena nahi chahti',
    'mai suicide karna chahta hu',
  ],
  nl: [
    'Ik wil dood',
    'ik wil gewoon niet meer leven',
    'Ik wil mezelf van kant maken',
    'Ik denk vaak aan zelfmoord',
    'ik heb zelfmoordgedachten',
    'Ik voel me suïcidaal',
    'ik voel me suicidaal',
    'Ik snij mezelf weer',
    'Iedereen is beter af zonder mij',
    'Hoe kan ik mezelf ombrengen?',
    'Mijn vriendin wil zelfmoord plegen',
  ],
  pl: [
    'Chcę się zabić',
    'chce sie zabic',
    'Chcę umrzeć',
    'Nie chce mi się żyć',
    'nie chcę już żyć',
    'Mam myśli samobójcze',
    'myślę o samobójstwie',
    'Tnę się',
    'Beze mnie wszystkim byłoby lepiej',
    'nie mam po co żyć',
    'Jak popełnić samobójstwo?',
    'Moja siostra chce się zabić',
  ],
};

const TO_OTHERS: Readonly<Record<CareLanguage, readonly string[]>> = {
  en: [
    'I want to kill my stepfather',
    "I'm going to stab him tomorrow",
    'i keep thinking about killing people',
    'I am going to shoot up my school',
    'I have a gun and I will kill them all',
  ],
  de: ['Ich werde meinen Chef umbringen', 'ich will sie alle erschießen', 'Ich werde morgen Amok laufen'],
  es: ['Voy a matar a mi hermano', 'quiero matarlo', 'Voy a poner una bomba en mi escuela'],
  fr: ['Je vais tuer mon voisin', 'je veux le poignarder', 'Je vais faire exploser le lycée'],
  pt: ['Vou matar meu chefe', 'quero matá-lo', 'Vou explodir a escola'],
  it: ['Voglio uccidere mio padre', 'voglio ammazzarlo', 'Voglio far saltare la scuola'],
  ru: [
    'Я хочу убить своего отчима, то есть хочу убить его',
    'собираюсь зарезать соседа, хочу убить их всех',
    'Хочу взорвать школу',
  ],
  zh: ['我要杀了他们', '我想殺了我老闆', '我打算炸了学校'],
  ja: ['あいつを殺したい', '上司を本気で殺してやりたい', '学校を爆破してやる'],
  tr: ['Onu öldürmek istiyorum', 'patronumu öldüreceğim', 'Okulu havaya uçurmak istiyorum'],
  ko: ['그 새끼를 죽이고 싶어', '아빠를 진짜 죽여버리고 싶다', '학교에 불을 지를 거야'],
  th: ['ผมอยากฆ่าเขา', 'วางแผนจะฆ่าเจ้านาย', 'อยากเผาโรงเรียน'],
  ar: ['أريد أن أقتله', 'بدي اقتل مديري', 'أريد أن أفجر المدرسة'],
  hi: ['मैं उसे जान से मारना चाहता हूं', 'मुझे अपने बॉस को मार डालना है', 'main usko maar dalna chahta hun', 'मैं स्कूल को बम से उड़ाना चाहता हूँ'],
  nl: ['Ik wil mijn stiefvader, ik wil hem vermoorden', 'ik ga mijn baas neersteken', 'Ik wil de school opblazen'],
  pl: ['Chcę zabić mojego brata', 'zamierzam go zabić, chcę zabić ich wszystkich', 'Chcę wysadzić szkołę'],
};

const rows = (table: Readonly<Record<CareLanguage, readonly string[]>>) =>
  Object.entries(table).flatMap(([language, messages]) => messages.map((message) => ({ language, message })));

describe('a crisis', () => {
  it('is recognised in sixteen languages when a message speaks of harming oneself', () => {
    const missed = rows(SELF_HARM).filter(({ message }) => crisisIn(message)?.kind !== 'selfHarm');
    expect(missed).toEqual([]);
    const inAnother = rows(SELF_HARM).filter(({ language, message }) => crisisIn(message)?.language !== language);
    expect(inAnother).toEqual([]);
  });

  it('is recognised in sixteen languages when a message speaks of harming others', () => {
    const missed = rows(TO_OTHERS).filter(({ language, message }) => {
      const crisis = crisisIn(message);
      return crisis?.kind !== 'toOthers' || crisis.language !== language;
    });
    expect(missed).toEqual([]);
  });

  it('is looked for in a text of ASCII by the patterns that can match one, which no other does', () => {
    const others = Object.values(LANGUAGES).flatMap(({ selfHarm, toOthers }) =>
      [...selfHarm, ...toOthers].filter((pattern) => !canMatchAscii(pattern)),
    );
    expect(others.length).toBeGreaterThan(50);
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
        expect(others.filter((pattern) => pattern.test(text))).toEqual([]);
      }),
    );
    for (const pattern of others) expect(pattern.test(' 1 a, ?!.-'.repeat(20))).toBe(false);
  });

  it('is recognised within a longer message, in any letter case and with other apostrophes and spaces', () => {
    expect(
      crisisIn(`Hi. ${'I had a long day. '.repeat(50)}\n\nI   DON’T\nWANT TO LIVE anymore. ${'Sorry. '.repeat(50)}`),
    ).toEqual({
      kind: 'selfHarm',
      language: 'en',
    });
  });
});
