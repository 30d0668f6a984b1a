import { francAll } from 'franc';

/** The languages with a text search configuration of Postgres of their own, by ISO 639-3 code. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  arb: 'arabic',
  cat: 'catalan',
  dan: 'danish',
  nld: 'dutch',
  eng: 'english',
  fin: 'finnish',
  fra: 'french',
  deu: 'german',
  ell: 'greek',
  hin: 'hindi',
  hun: 'hungarian',
  ind: 'indonesian',
  gle: 'irish',
  ita: 'italian',
  lit: 'lithuanian',
  nep: 'nepali',
  nob: 'norwegian',
  nno: 'norwegian',
  por: 'portuguese',
  ron: 'romanian',
  rus: 'russian',
  srp: 'serbian',
  hrv: 'serbian',
  bos: 'serbian',
  spa: 'spanish',
  swe: 'swedish',
  tam: 'tamil',
  tur: 'turkish',
  ydd: 'yiddish',
  hye: 'armenian',
  eus: 'basque',
};
const VIETNAMESE = /[đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u;
const PERSIAN = /[پچژگ]/u;
const URDU = /[ںٹڈڑے]/u;
/** Languages without one, and letters that any text of theirs has: without these a short text is rather in a language like it. */
const UNSUPPORTED: Readonly<Record<string, RegExp>> = {
  pol: /[łńśźżąęć]/u,
  ces: /[ěřůčšž]/u,
  slk: /[ľĺŕčšžť]/u,
  slv: /[čšž]/u,
  lvs: /[āēīļķņģū]/u,
  ekk: /[õäöü]/u,
  als: /[ëç]/u,
  vie: VIETNAMESE,
  ukr: /[іїєґ]/u,
  bel: /[іў]/u,
  bul: /ъ/u,
  mkd: /[јљњџѓќѕ]/u,
  kaz: /[әғқңөұүһі]/u,
  heb: /\p{Script=Hebrew}/u,
  pes: PERSIAN,
  urd: URDU,
  mar: /ळ/u,
};
/** Letters that only these languages have. */
const LETTERS = [
  [/[ыэё]/u, 'rus bel kaz'],
  [/[іїєґў]/u, 'ukr bel kaz'],
  [/[јљњћђџ]/u, 'srp mkd bos'],
  [/[йьюящ]/u, 'rus bul ukr bel kaz'],
  [/[łńśźż]/u, 'pol'],
  [/[ąę]/u, 'pol lit'],
  [/[ěřů]/u, 'ces'],
  [/[ľĺŕ]/u, 'slk'],
  [/[ėįų]/u, 'lit'],
  [/[āēīļķņģ]/u, 'lvs'],
  [/[čšž]/u, 'ces slk slv lit lvs ekk fin hrv bos srp'],
  [/[ßäöü]/u, 'deu swe fin ekk hun tur slk nld'],
  [/[åæø]/u, 'dan nob nno swe fin'],
  [/[ğış]/u, 'tur'],
  [/[őű]/u, 'hun'],
  [/ñ/u, 'spa eus'],
  [/[ãõ]/u, 'por ekk vie'],
  [/[șță]/u, 'ron vie'],
  [VIETNAMESE, 'vie hrv bos srp'],
  [PERSIAN, 'pes urd'],
  [URDU, 'urd'],
] as const;
/** In one of so many words, so that a few foreign names decide nothing. */
const WORDS_PER_LETTER = 15;
/** How near a language with a configuration must come to the nearest of all, of 1, to be taken for that of a text: a guess is never sure. */
const MIN_NEARNESS = 0.95;
const MIN_CHARS = 10;
/** More of a text does not make the guess better. */
const MAX_CHARS = 2000;

/**
 * The text search configuration of Postgres for a text; `simple`, which knows neither stems nor stop words, where the language is not clear or has
 * none.
 */
export function languageOf(text: string): string {
  const read = text.slice(0, MAX_CHARS).toLowerCase().normalize('NFC');
  const guesses = francAll(read, { only: possibleLanguages(read), minLength: MIN_CHARS });
  const [supported] = guesses.filter(([code]) => code in CONFIGURATIONS);
  return supported !== undefined && supported[1] >= MIN_NEARNESS ? (CONFIGURATIONS[supported[0]] ?? 'simple') : 'simple';
}

/** By its letters. */
function possibleLanguages(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const unsupported = Object.entries(UNSUPPORTED).flatMap(([code, letters]) => (letters.test(text) ? [code] : []));
  let codes = [...Object.keys(CONFIGURATIONS), ...unsupported];
  for (const [letters, having] of LETTERS) {
    const count = words.filter((word) => letters.test(word)).length;
    const left = codes.filter((code) => having.split(' ').includes(code));
    if (count * WORDS_PER_LETTER >= words.length && count > 0 && left.length > 0) codes = left;
  }
  return codes;
}
