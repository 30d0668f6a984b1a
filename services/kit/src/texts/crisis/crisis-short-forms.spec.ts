import { describe, expect, it } from '@jest/globals';
import { crisisIn, type CareLanguage } from './crisis.js';

interface ShortForms {
  readonly selfHarm: readonly string[];
  readonly toOthers?: readonly string[];
  readonly everyday: readonly string[];
}

/** As people write who do not write sentences: without pronouns and apostrophes, as a wish, or as a question. */
const SHORT_FORMS: Partial<Readonly<Record<CareLanguage, ShortForms>>> = {
  en: {
    selfHarm: [
      'im going to end my life tonight',
      'i dont want to live anymore',
      'i want 2 die',
      'thinking about suicide',
      'I have suicidal thoughts',
      'I feel like killing myself',
      'should I kill myself?',
      'I have a plan to end my life',
      'kms',
      'there is no point in living',
      'there is no point in existing when nobody cares',
      "life isn't worth living",
      "I'm going to jump off a bridge",
      'I cut myself again',
    ],
    everyday: [
      'I want to die in this dungeon',
      'how many kms is it to Rome?',
      '20 kms',
      'no point in living near the airport',
      "life isn't worth living without coffee",
      'I cut myself again while cooking',
      'thinking about Suicide Squad',
      'should I kill the process?',
      'im im Spiel gestorben',
      'I need 2 dice',
      'I have a plan to end my subscription',
      'I want to jump off a plane with a parachute',
      'I wanna jump off the roof into the pool',
      'I want to jump off a bridge with a bungee cord',
      'What did Socrates mean by "the unexamined life is not worth living"?',
      'there is no point in existing solutions that nobody uses',
      'no point in living abroad if you hate travel',
      'thinking about suicide bombers in the news',
    ],
  },
  de: {
    selfHarm: [
      'will sterben',
      'will nicht mehr leben',
      'möchte einfach nicht mehr aufwachen',
      'am liebsten wäre ich tot',
      'ich wünschte, ich wäre tot',
      'hab Suizidgedanken',
      'soll ich mich umbringen?',
      'ich hab keinen Bock mehr zu leben',
      'ich hab mich gestern geritzt',
      'mein Leben hat keinen Sinn mehr',
      'ich spring von der Brücke',
      'ich schlucke jetzt alle Tabletten',
      'ich nehme jetzt alle Tabletten',
      'ich nehme alle meine Tabletten auf einmal',
    ],
    toOthers: ['ich bringe ihn um', 'Ich bring meinen Chef um!'],
    everyday: [
      'mein Akku will sterben',
      'ich bringe sie um acht nach Hause',
      'will nicht mehr leben wie ein Student',
      'keine Lust mehr zu spielen',
      'ich springe vom Dach in den Pool',
      'ich nehme jeden Tag alle Tabletten',
      'ich nehme alle Tabletten regelmäßig',
      'ich hab alle Tabletten genommen, die der Arzt verschrieben hat',
    ],
  },
  es: {
    selfHarm: [
      'he pensado en el suicidio',
      'ojalá estuviera muerto',
      'quisiera estar muerta',
      'no vale la pena vivir',
      '¿debería matarme?',
    ],
    everyday: [
      'no vale la pena vivir en Madrid',
      'ojalá estuviera abierto',
      'la vida no vale la pena sin café',
      'debería matar el proceso',
      'debo matarme a estudiar',
    ],
  },
  fr: {
    selfHarm: ['je voudrais être mort', 'j’en ai marre de vivre', 'la vie ne vaut plus la peine', 'je me suis coupée les veines'],
    everyday: [
      'j’en ai marre de vivre à Paris',
      'je voudrais être mort de rire',
      'je me suis coupé les cheveux',
      'la vie ne vaut pas la peine d’être vécue sans musique',
    ],
  },
  pt: {
    selfHarm: ['queria estar morto', 'a vida não vale a pena'],
    everyday: ['a vida não vale a pena sem café', 'queria estar em casa', 'vou me matar de estudar'],
  },
  it: {
    selfHarm: ['vorrei essere morto', 'mi ammazzo', 'non ho più voglia di vivere'],
    toOthers: ['ucciderò mia moglie'],
    everyday: [
      'mi ammazzo di lavoro',
      'vorrei essere morto dal ridere',
      'non ho più voglia di vivere a Roma',
      'ucciderò il boss',
    ],
  },
  ru: {
    selfHarm: [
      'думаю о самоубийстве',
      'мысли о суициде',
      'лучше бы я умер',
      'убью себя',
      'покончу с собой',
      'жить не хочется',
      'не вижу смысла жить',
    ],
    toOthers: ['я убью свою жену'],
    everyday: [
      'жить не хочется в Москве',
      'не вижу смысла жить в центре',
      'убью босса',
      'думаю о покупке',
      'мысли о самоубийстве у подростков',
    ],
  },
  zh: {
    selfHarm: ['想自杀', '想去死', '不想活', '我割腕了', '不如死了算了'],
    everyday: ['想死你了', '不想活动', '你去死', '要去死海旅游吗', '想去看电影', '我想坐跳楼机', '那株植物最后还是死了'],
  },
  ja: {
    selfHarm: ['死のうと思う', '自殺します', '生きるのに疲れました', '死にたくて仕方ない', 'もう生きたくない', '消えたい'],
    everyday: [
      '恥ずかしくて消えたい',
      '死にたくなるほど恥ずかしい',
      '東京で生きたくない',
      '自殺する人を減らすには',
      '自殺することについてどう思う',
      'オフィーリアは自殺しますか',
      '最後に彼は自殺します',
      'そんな風に生きたくない',
    ],
  },
  tr: {
    selfHarm: ['kendime zarar veriyorum', 'canıma kıyacağım', 'kendimi keseceğim', 'ölsem de kurtulsam'],
    everyday: ['kendime kahve alıyorum', 'saçımı keseceğim'],
  },
  nl: {
    selfHarm: ['ik wou dat ik dood was', 'was ik maar dood'],
    everyday: ['ik wou dat ik thuis was'],
  },
};

describe('messages in short forms', () => {
  for (const [language, { selfHarm, toOthers = [], everyday }] of Object.entries(SHORT_FORMS) as [CareLanguage, ShortForms][]) {
    it.each([...selfHarm])(`speak of harming oneself (${language}): %s`, (message) => {
      expect(crisisIn(message)).toEqual({ kind: 'selfHarm', language });
    });
    if (toOthers.length > 0)
      it.each([...toOthers])(`speak of harming others (${language}): %s`, (message) => {
        expect(crisisIn(message)).toEqual({ kind: 'toOthers', language });
      });
    it.each([...everyday])(`are about something else (${language}): %s`, (message) => {
      expect(crisisIn(message)).toBeUndefined();
    });
  }
});
