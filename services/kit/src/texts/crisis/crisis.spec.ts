import { describe, expect, it } from '@jest/globals';
import { crisisIn, type CareLanguage } from './crisis.js';

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
};

const LOOK_ALIKES: Readonly<Record<CareLanguage, readonly string[]>> = {
  en: [
    'this game kills me',
    'How do I kill the process on port 3000?',
    'I could die laughing',
    'I am dying to see the new season',
    'That dress is to die for',
    "I don't want to die in Elden Ring again",
    'I want to kill him in chess, which opening is best?',
    "I'm going to kill the boss with a bow",
    'I want to kill my sister in Minecraft haha',
    'Suicide Squad is a great film and I want to watch it',
    'What is the suicide rate in Japan?',
    'How can I help with suicide prevention?',
    'My phone died and I want to cry',
    'I want to die my hair blue',
    "I don't want to live in London",
    "I don't want to hurt her feelings",
    'I cut myself shaving',
    'Kill two birds with one stone',
    'He killed it on stage',
    'I want dead pixels fixed',
    "I'm going to murder this pizza",
    'In my novel she wants to kill herself in chapter three',
    "I'll kill him lol",
    'I took my pills with water before breakfast',
    'We would be better off without the second server',
    'What happens to a thread when I kill its parent?',
    'I would never hurt anybody',
    'The plants want to die, what can I do?',
  ],
  de: [
    'Ich lache mich tot',
    'ich könnte sterben vor Lachen',
    'Wie kann ich den Prozess killen?',
    'Ich will nicht sterben in dem Level',
    'ich will nicht mehr in Berlin leben',
    'Ich schreibe ein Referat über Suizid',
    'Im Spiel will ich ihn töten',
    'Ich will nicht mehr leben wie ein Student',
    'Mein Akku ist gestorben',
  ],
  es: [
    'Me muero de risa',
    'quiero morir de risa',
    'No quiero morir',
    'ya no quiero vivir en Madrid',
    'me corto el pelo',
    'Voy a matar el proceso',
    'Quiero matarlo en el juego',
  ],
  fr: [
    'Je suis mort de rire',
    'je vais mourir de faim',
    'je ne veux plus vivre à Paris',
    'tuer le temps',
    'je veux en finir avec ce chapitre',
    'Je vais le tuer dans le jeu',
    "j'ai envie de mourir de rire",
  ],
  pt: ['Quero morrer de rir', 'não quero mais viver em Lisboa', 'matar o tempo', 'Vou matar ele no jogo', 'não quero morrer'],
  it: [
    'Sto per morire dal ridere',
    'non voglio più vivere a Roma',
    'ammazzare il tempo',
    'Voglio ucciderlo nel gioco',
    'non voglio morire',
  ],
  ru: [
    'Я чуть не умер со смеху',
    'хочу умереть от смеха',
    'Не хочу жить в Москве',
    'как убить процесс',
    'Хочу убить его в игре',
    'не хочу умирать',
  ],
  zh: ['我想死你了', '笑死我了', '我不想死', '怎么杀进程', '这个游戏里我要杀了他', '热死了', '自杀小队好看吗'],
  ja: ['死にたくない', '死ぬほど眠い', '死にたいほど恥ずかしい', 'プロセスを殺したい', 'ゲームで彼を殺したい', '笑い死にしそう'],
  tr: [
    'Gülmekten öldüm',
    'ölmek istemiyorum',
    "Ankara'da yaşamak istemiyorum",
    'Oyunda onu öldürmek istiyorum',
    'işlemi öldürmek istiyorum',
  ],
};

const rows = (table: Readonly<Record<CareLanguage, readonly string[]>>) =>
  Object.entries(table).flatMap(([language, messages]) => messages.map((message) => ({ language, message })));

describe('a crisis', () => {
  it('is recognised in ten languages when a message speaks of harming oneself', () => {
    const missed = rows(SELF_HARM).filter(({ message }) => crisisIn(message)?.kind !== 'selfHarm');
    expect(missed).toEqual([]);
    const inAnother = rows(SELF_HARM).filter(({ language, message }) => crisisIn(message)?.language !== language);
    expect(inAnother).toEqual([]);
  });

  it('is recognised in ten languages when a message speaks of harming others', () => {
    const missed = rows(TO_OTHERS).filter(({ language, message }) => {
      const crisis = crisisIn(message);
      return crisis?.kind !== 'toOthers' || crisis.language !== language;
    });
    expect(missed).toEqual([]);
  });

  it('is recognised within a longer message, in any letter case and with other apostrophes and spaces', () => {
    expect(
      crisisIn(`Hi. ${'I had a long day. '.repeat(50)}\n\nI   DON’T\nWANT TO LIVE anymore. ${'Sorry. '.repeat(50)}`),
    ).toEqual({
      kind: 'selfHarm',
      language: 'en',
    });
  });

  it('is not what only sounds like it: games, programs, films, jokes and sayings', () => {
    expect(rows(LOOK_ALIKES).filter(({ message }) => crisisIn(message))).toEqual([]);
  });
});
