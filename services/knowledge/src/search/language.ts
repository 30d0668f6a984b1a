import { franc } from 'franc';

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
  spa: 'spanish',
  swe: 'swedish',
  tam: 'tamil',
  tur: 'turkish',
  ydd: 'yiddish',
  hye: 'armenian',
  eus: 'basque',
};
const CODES = Object.keys(CONFIGURATIONS);
const MIN_CHARS = 10;
/** More of a text does not make the guess better. */
const MAX_CHARS = 2000;

/** The text search configuration of Postgres for a text; `simple`, which knows neither stems nor stop words, where the language is not clear. */
export function languageOf(text: string): string {
  const code = franc(text.slice(0, MAX_CHARS), { only: CODES, minLength: MIN_CHARS });
  return CONFIGURATIONS[code] ?? 'simple';
}
