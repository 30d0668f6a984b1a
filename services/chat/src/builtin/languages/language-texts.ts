/** What a message may be, as far as the built-in companion recognises it by its whole wording. The first kind that fits counts. */
export const PHRASE_KINDS = [
  'howAreYou',
  'iAmFine',
  'farewell',
  'thanks',
  'name',
  'whoAreYou',
  'areYouHuman',
  'feelings',
  'whatCanYouDo',
  'topics',
  'maker',
  'home',
  'age',
  'compliment',
  'apology',
  'joke',
  'coin',
  'dice',
  'myName',
  'aboutMe',
  'tellMore',
  'why',
  'sad',
  'happy',
  'bored',
  'language',
  'presence',
  'outside',
  'task',
  'wish',
  'unclear',
  'insult',
  'acknowledged',
] as const;
export type PhraseKind = (typeof PHRASE_KINDS)[number];

/** Sentences with five variants, from the casual to the formal one. None of them says "you" in a way that is polite in one setting only. */
export type Said =
  | 'greeting'
  | 'farewell'
  | 'thanks'
  | 'wellbeing'
  | 'compliment'
  | 'insult'
  | 'wish'
  | 'unclear'
  | 'joke'
  | 'unknown'
  | 'askBack'
  | 'human'
  | 'feelings'
  | 'acknowledged'
  | 'sad'
  | 'bored'
  | 'apology'
  | 'presence'
  | 'happy'
  | 'introduction'
  | 'abilities'
  | 'home'
  | 'maker'
  | 'age'
  | 'outside'
  | 'nameNoted'
  | 'noMore';

/** Sentences with one wording. `{...}` is filled in. */
export type Stated =
  | 'addressed'
  | 'withoutModel'
  | 'described'
  | 'topics'
  | 'moreTopics'
  | 'alsoTopics'
  | 'alsoMoreTopics'
  | 'allTopics'
  | 'noTopics'
  | 'closest'
  | 'yourName'
  | 'nameUnknown'
  | 'remembered'
  | 'notRemembered'
  | 'quoted'
  | 'quotedAgain'
  | 'noReason'
  | 'teachMe'
  | 'connectModel'
  | 'askOthers'
  | 'now'
  | 'heads'
  | 'tails'
  | 'rolled'
  | 'rolledSum'
  | 'chosen'
  | 'result'
  | 'about'
  | 'tooLarge'
  | 'byZero'
  | 'needsModel'
  | 'languages'
  | 'received'
  | 'unread';

export type FiveVariants = readonly [string, string, string, string, string];

/** Words of a calculation, by the sign that they stand for. */
type MathWords = Readonly<Record<'+' | '-' | '*' | '/' | 'of', string>>;

/**
 * What the built-in companion reads and says in one language. Lists of phrases are separated by ` / `; in a phrase `[a|b]` may stand or not,
 * `(a|b)` is one of them, and `{}` is any text. Accents, letter case and punctuation do not matter. Lists of words are separated by spaces.
 */
export interface LanguageTexts {
  /** For dates and numbers. */
  readonly locale: string;
  /** How the language calls itself. */
  readonly name: string;
  /** The most frequent words: they tell the language of a message and are no topic of it. */
  readonly words: string;
  /** Letters that few other languages have. */
  readonly letters: string;
  /** With which a greeting begins. */
  readonly greetings: string;
  /** Words around a request that say nothing of what it is about. */
  readonly polite: string;
  /** How a question is introduced: "can you tell me". */
  readonly openings: string;
  /** How a calculation is introduced: "how much is". */
  readonly calculate: string;
  readonly math: MathWords;
  /** How a choice is asked for, and the words between its options. */
  readonly choose: string;
  readonly or: string;
  /** Before dice: "roll 2d6". */
  readonly roll: string;
  /** Before a statement of one's own name: "my name is". */
  readonly myNameIs: string;
  /** Questions for the time or the date; `{}` is the place. */
  readonly clock: string;
  /** Words that say "you" or "your", and insults; the beginnings of words. */
  readonly you: string;
  readonly insults: string;
  /** Beginnings of words that ask for a number, a price or a time. */
  readonly amount: string;
  /** Beginnings of words that give a reason. */
  readonly because: string;
  readonly phrases: Readonly<Record<PhraseKind, string>>;
  /** Beginnings of words in sentences of the owner that say where a companion lives, who made it and how old it is. */
  readonly facts: Readonly<Record<'home' | 'maker' | 'age', string>>;
  /** Words of one whom the owner speaks to, and what they become in the companion's own words: `your>my`. */
  readonly mine: string;
  /** Turns what an owner wrote of the companion into its own words: the beginning of a sentence, and what replaces it. */
  readonly firstPerson: readonly (readonly [from: string, to: string])[];
  readonly says: Readonly<Record<Said, FiveVariants>>;
  readonly states: Readonly<Record<Stated, string>>;
}
