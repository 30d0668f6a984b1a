import { isAscii } from '@kith/kit';
import type { AgeRating } from '@kith/proto';

/** Why a reply must not be shown: sexual content outside of bots for adults, or words that could cost a life. */
export type Unsuitable = 'adult' | 'danger';

/** How far back a text is read again, in characters, when more of it is known: no phrase of the rules is longer. */
const RULE_WINDOW = 200;
/** So many explicit words make a text explicit: one alone stands in questions of health, law and language, too. */
const MIN_EXPLICIT = 3;

/** Somebody is told to die. Said about others, in questions and behind "never" or "don't" it is no such advice. */
const URGES = [
  /(?<!\b(?:never|not|n't|to say|saying|say|told|tells|tell|telling|write|wrote|says|said|phrase|words|someone|somebody|people)\W{1,3}(?:\w+ ){0,2})\b(?:you (?:should|must|ought to|need to|have to)|just|please|go|go and) (?:just )?(?:kill yourself|end your (?:own )?life|hang yourself|commit suicide|slit your wrists)\b/g,
  /(?<!\bnicht )\b(?:bring dich (?:doch |einfach )?um|du (?:solltest|musst) dich (?:einfach )?(?:umbringen|toten|erhangen))\b/g,
  /\b(?:suicidate|deberias (?:suicidarte|matarte)|tienes que (?:suicidarte|matarte))\b/g,
  /\b(?:suicide-toi|tue-toi|tu (?:devrais|dois) te (?:tuer|suicider))\b/g,
  /\b(?:ucciditi|suicidati|dovresti (?:ucciderti|suicidarti))\b/g,
  /\b(?:se mate|mate-se|suicide-se|voce (?:deveria|devia|tem que) se (?:matar|suicidar))\b/g,
  /(?:убей себя|покончи с собой|тебе (?:надо|нужно|следует) (?:убить себя|покончить с собой))/gu,
  /\b(?:kendini oldur|intihar et|kendini oldurmelisin)\b/g,
  /(?:你(?:应该|應該|最好|去)自(?:杀|殺)|快去自(?:杀|殺))/gu,
  /(?:自殺しろ|自殺すべき|自殺した方がいい|首を吊れ)/gu,
];

// Words that are explicit in themselves, in ten languages; no words of medicine.
const EXPLICIT =
  /\b(?:blowjobs?|handjobs?|cumshots?|cumming|creampie|deepthroat(?:ing|s)?|gangbangs?|fucking (?:me|you|her|him) (?:hard|deep)|cock (?:inside|throbb\w+|in (?:my|your|her|his))|throbbing cock|(?:my|your|her|his) (?:wet|dripping|tight) pussy|pussy|cunt|tits|titties|dildo|horny|moan(?:s|ed|ing)? (?:loudly|in pleasure)|thrust(?:s|ing)? (?:into|inside)|ficken|fick mich|muschi|schwanz (?:in|tief)|abspritzen|geil auf|titten|follar(?:me|te)?|mamada|cono mojado|tetas|baise[- ]moi|sucer (?:ma|ta|sa) (?:bite|queue)|chatte mouillee|bite dure|pompino|scopami|figa bagnata|cazzo duro|sborra(?:re|ta)?|boquete|buceta|foder|gozar dentro|rola dura|sikis(?:mek|tik)?|amcik|yarrak|bosal(?:mak|di))\b|(?:трах(?:ать|ни|нул)\p{L}*|минет\p{L}*|член\p{L}* (?:в|внутр)\p{L}*|киск\p{L}*|кончи(?:л|ть) в\p{L}*|сиськ\p{L}*)|(?:口交|肉棒|做爱|做愛|呻吟)|(?:フェラ|中出し|おまんこ|ちんぽ|喘ぎ声|騎乗位)/gu;

/** As the rules are written: lower case, Latin letters without accents, plain apostrophes and single spaces. */
const plainText = (text: string): string => (isAscii(text) ? plainAscii(text) : plainLetters(text));

/** The same for texts without other characters, in less time. */
const plainAscii = (text: string): string => text.toLowerCase().replaceAll('`', "'").replaceAll(/\s+/g, ' ');

const plainLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/\s+/gu, ' ');

/** What is read again with the text that follows: not from the middle of a word, whose end may be another one. */
function endOf(text: string): string {
  const end = text.slice(-RULE_WINDOW);
  const space = end.length < RULE_WINDOW ? -1 : end.search(/\s/);
  return end.slice(space + 1);
}

/** Most texts have none: then the copy of the pattern that `matchAll` makes is spared. */
const matchesIn = (text: string, pattern: RegExp): { readonly word: string; readonly end: number }[] =>
  text.search(pattern) < 0
    ? []
    : Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({ word, end: index + word.length }));

/** Reads a reply as it grows. */
export class ReplyRules {
  private tail = '';
  private readonly explicit = new Set<string>();

  constructor(private readonly ageRating: AgeRating) {}

  /** Undefined while nothing of it is unsuitable. */
  read(text: string): Unsuitable | undefined {
    const plain = plainText(this.tail + text);
    // What ends in the part that was read before was judged with what stood before it, which may be cut off now.
    const readChars = this.tail === '' ? 0 : plainText(this.tail).length;
    this.tail = endOf(this.tail + text);
    if (URGES.some((pattern) => matchesIn(plain, pattern).some(({ end }) => end > readChars))) return 'danger';
    // A word at the very end may go on, and would count as two.
    for (const { word, end } of matchesIn(plain, EXPLICIT)) if (end >= readChars && end < plain.length) this.explicit.add(word);
    return this.ageRating === 'everyone' && this.explicit.size >= MIN_EXPLICIT ? 'adult' : undefined;
  }
}
