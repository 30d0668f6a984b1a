const LATIN = /^[a-zßæøœđłı]+$/;
const CYRILLIC = /^\p{sc=Cyrl}+$/u;
const PLURAL_S = /[^su]s$/;
/** Of English, German, Dutch, French, Spanish, Italian, Portuguese and Turkish; the number is how much of a word must be left. */
const LATIN_ENDINGS: readonly (readonly [RegExp, number])[] = [
  [/(?:ungen|ung|iendo|ando|endo|ing|ado|ada|ed|are|ere|ire|ar|ir|ez|ons)$/, 3],
  [/(?:ler|lar)$/, 4],
  [/(?:ern|em|ent|en|er|est|et|(?<=[bdfgklmnprsv])te[nt]?|ly|(?<=[bdfgklmnprv])t)$/, 4],
];
const CYRILLIC_ENDING =
  /(?:ами|ями|ого|его|ому|ему|ыми|ими|ешь|ишь|ете|ите|ают|яют|ует|ать|ять|ить|еть|ала|али|ила|или|ал|ил|ет|ит|ют|ут|ат|ят|еи|ои|ии|ыи|ая|яя|ое|ее|ые|ие|ов|ев|ам|ям|ах|ях|ом|ем|ую|юю|[аяыиуюеоьий])$/u;
const VOWEL = /[aeiouyæøœı]/;
const LAST_VOWELS = /[aeiouyæøœı]{1,2}$/;
const DOUBLED = /([bdfgklmnprtz])\1$/;
const ARABIC_ARTICLE = /^و?ال(?=\p{sc=Arab}{3})/u;
const MIN_LEFT = 3;

/**
 * What the forms of a word have in common, without knowing its language: a word of a question is too little to tell. For texts that are compared in
 * this process because they are stored encrypted; knowledge has the stems of Postgres. The word is folded.
 */
export function stemOf(word: string): string {
  if (word.length <= MIN_LEFT) return word;
  // Endings twice: билеты has one more than билет, and the stem of билет ends before what looks like another one.
  if (LATIN.test(word)) return latinStem(word);
  if (CYRILLIC.test(word)) return without(CYRILLIC_ENDING, without(CYRILLIC_ENDING, word, MIN_LEFT), MIN_LEFT);
  return word.replace(ARABIC_ARTICLE, '');
}

function latinStem(word: string): string {
  let stem = word.length > 4 && PLURAL_S.test(word) ? word.slice(0, -1) : word;
  for (let time = 0; time < 2; time += 1) stem = withoutEnding(stem);
  return without(LAST_VOWELS, stem, MIN_LEFT).replace(DOUBLED, '$1');
}

function withoutEnding(word: string): string {
  for (const [ending, left] of LATIN_ENDINGS) {
    const stem = without(ending, word, left);
    if (stem !== word && VOWEL.test(stem)) return stem;
  }
  return word;
}

function without(ending: RegExp, word: string, left: number): string {
  const at = word.search(ending);
  return at >= left ? word.slice(0, at) : word;
}
