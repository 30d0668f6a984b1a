import { describe, expect, it } from '@jest/globals';
import { crisisIn, type CareLanguage } from './crisis.js';

interface Phrasings {
  readonly selfHarm?: readonly string[];
  readonly toOthers?: readonly string[];
  readonly everyday?: readonly string[];
}

// Each message stands alone: joined with another one that is found anyway it would show nothing.
const PHRASINGS: Partial<Readonly<Record<CareLanguage, Phrasings>>> = {
  en: {
    toOthers: ['I will kill my boss, his number is 015552233', 'I will kill my boss 555', 'I will kill my boss, call 555 now'],
  },
  ko: {
    selfHarm: [
      '너무 힘들어서 살기 싫어요',
      '우울해서 살고 싶지 않아',
      '외롭기 때문에 살기 싫어',
      '이 세상에서 살고 싶지 않아',
      '기분이 안 좋아서 죽고 싶어',
      '엄마 보고 싶어 죽고 싶어',
      '창피해서 죽고 싶어',
      '게임도 재미없고 죽고 싶어',
      '드라마를 봐도 죽고 싶어',
      '내가사라지고 싶어 죽고싶다',
      '나는 살 이유가 없어',
      '더는 살 이유가 없다',
      '인생을 살 이유가 없어',
      '고통 없이 죽여줘',
      '친구가 자살을 생각하고 있어',
    ],
    everyday: [
      '이 폰은 살 이유가 없어',
      '아이패드는 살 이유가 없다',
      '굳이 비싸게 살 이유가 없다',
      '랍스터를 고통 없이 죽이는 방법',
      '친구가 자살골을 넣었어',
      '친구가 자살 예방 강의를 들었어',
      '내가 없는 동안 행복했어?',
      '좋아 죽겠어',
      '창피해서 죽겠어',
      '여기서 살기 싫어',
      '영화 속 왕이 죽고 싶어 해',
      '노래 가사 중에 죽고 싶다는 말이 있어',
    ],
  },
  th: {
    selfHarm: ['เล่นเกมก็ไม่สนุก อยากตาย', 'ไม่สนุกอยากตาย', 'คิดถึงแม่อยากตาย', 'ไม่อยากอยู่ต่อแล้ว', 'ดูละครก็ยังอยากตาย'],
    toOthers: ['ผมจะแทงเขา', 'อยากเผาวัด', 'ผมจะฆ่าเขา โทร 0815551234'],
    everyday: ['ไม่อยากอยู่ต่อแล้ว ลาออกดีกว่า', 'ผมจะแทงเขาชนะ', 'ใครจะเผาวัด', 'ใครอยากจะเผาวัด', 'ผมจะฆ่าเขา 555', 'ผมจะฆ่าเขา5555'],
  },
  ar: {
    selfHarm: [
      'دائما أريد أن أموت',
      'دائمًا أريد أن أموت',
      'دايما عايز أموت',
      'عندما أريد أن أموت',
      'تعبت من الحياة وأريد أن أموت',
      'ولا أريد أن أعيش',
      'بدي موت',
      'ابي اموت',
      'ليتني أموت',
      'أتمنى لو أموت',
      'لا أريد أن أعيش بعد الآن',
      'ما ابي اعيش',
      'ما بدي عيش',
    ],
    everyday: [
      'لا أريد أن أعيش بدونك',
      'لا أريد أن أعيش بالقاهرة',
      'ما بدي موت',
      'ما ابي اموت',
      'ولا أريد أن أموت',
      'بدي موت من الضحك',
    ],
  },
  pl: {
    selfHarm: [
      'nie chce zyc chce umrzec',
      'Nie chcę cierpieć chcę umrzeć',
      'nie chcę żyć wolę umrzeć',
      'nie mam siły dalej żyć',
      'chcę ze sobą skończyć',
      'nie warto żyć',
      'nie ma sensu żyć',
      'nie ma sensu żyć bez niej',
      'jak się zabić',
    ],
    toOthers: ['Chcę go zabić', 'zamierzam go zabić', 'chcę ją zabić', 'chcę mojego szefa zabić'],
    everyday: [
      'Nie warto żyć przeszłością',
      'nie ma sensu żyć przeszłością',
      'nie chcę żyć przeszłością',
      'jak się zabić w Simsach',
      'nie chcę go zabić',
      'wcale nie chcę jej zabić ani jego',
      'nie chcę jeszcze umierać',
    ],
  },
  hi: {
    selfHarm: [
      'मुझे डर लगता है, मरना चाहता हूं',
      'मुझे डर लगता है मरना चाहता हूं',
      'खुशी नहीं है मरना चाहता हूं',
      'मरने का मन करता है',
      'मन करता है मर जाऊं',
      'marna chahta hu',
      'mar jana chahta hu',
      'गेम अच्छा नहीं लगता, मरना चाहता हूं',
      'garmi lagti hai marna chahta hu',
      'अपनी जान देना चाहता हूं',
    ],
    toOthers: ['मैं उसे मार डालूंगा', 'मैं उसे जान से मार दुंगा', 'main usko maar dalunga'],
    everyday: [
      'देश के लिए जान देना चाहता हूं',
      'देश के लिए अपनी जान देना चाहता हूं',
      'तुम्हारे बिना मैं जीना नहीं चाहता',
      'मरने का मन नहीं करता',
      'शर्म से मर जाऊं',
      'desh ke liye jaan dena chahta hu',
    ],
  },
  nl: {
    selfHarm: [
      'Ik wil een einde maken aan mijn leven',
      'ik wil een eind aan mijn leven maken',
      'ik wil mezelf doodmaken',
      'ik wil mezelf vermoorden',
      'ik wil uit het leven stappen',
      'ik kan niet meer leven',
      'ik wil niet meer leven zonder hem',
      'ik wil mezelf pijn doen',
    ],
    everyday: [
      'Ik kan niet meer leven zonder koffie',
      'ik wil mezelf geen pijn doen',
      'ik wil mezelf niets aandoen',
      'ik wil mezelf niet vermoorden',
      'ik wil dood zijn van het lachen',
    ],
  },
  ja: {
    selfHarm: ['ゲームも楽しくない、死にたい', '映画を見ても死にたい', 'ゲームでも楽しめない、死にたい'],
    everyday: ['ゲームの中で死にたい', '小説の主人公が自殺しようとしています', 'アニメのキャラが死にたいと言った'],
  },
  zh: {
    selfHarm: ['玩游戏也没劲，我想死', '看电影也没意思，我不想活了', '我不想玩游戏，我想自杀'],
    everyday: ['游戏里我想自杀重来', '小说中我的朋友想自杀', '我的角色不想活了'],
  },
};

type Kind = 'selfHarm' | 'toOthers' | undefined;

const misread = (expected: keyof Phrasings, kind: Kind) =>
  Object.entries(PHRASINGS).flatMap(([language, phrasings]) =>
    (phrasings[expected] ?? [])
      .map((message) => ({ language, message, found: crisisIn(message) }))
      .filter(({ found }) => found?.kind !== kind || (found && found.language !== language)),
  );

describe('a crisis, in the words people use', () => {
  it('is recognised when a message speaks of harming oneself', () => {
    expect(misread('selfHarm', 'selfHarm')).toEqual([]);
  });

  it('is recognised when a message speaks of harming others', () => {
    expect(misread('toOthers', 'toOthers')).toEqual([]);
  });

  it('is not an everyday sentence that uses the same words', () => {
    expect(misread('everyday', undefined)).toEqual([]);
  });
});
