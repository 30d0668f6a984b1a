import type { Passage } from '@kith/proto';
import { pairsOf } from '@kith/kit';

/** A text that a bot was taught. */
export interface Item {
  readonly title: string;
  readonly content: string;
}

/** Above it the passages count as found. */
const MIN_RELEVANCE = 0.15;
/** Idf is computed for at least this many texts: among three every word would weigh almost nothing. */
const MIN_TEXTS = 30;
const MIN_SIMILARITY = 0.35;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
/** Words that the dictionaries of Postgres leave out. */
const STOP_WORDS = new Set(
  `a about am an and any are as at be but by can could did do does for from had has have how i in is it its me my no not of on or our so that the their there
   they this to was we were what when where which who why will with you your aber als am an auf aus bei bin bist da das dass dein dem den der des die du ein eine
   einem einen er es euch für hat hast ich ihr im in ist kann mein mich mir mit nach nicht noch oder sich sie sind so und uns von war was wer wie wo zu zum
   cuál como con cuando de del donde el en eres es esta hay la las lo los me mi no o para por que qué quién se su te tu un una y au avec ce dans de des du elle
   en est et il je la le les leur ma me mes moi ne nous on ou par pas pour qu que qui sa se son sur ta te tes toi tu un une vos votre vous à che chi con cosa da
   dei del della di dove e è gli ha ho il in io la le lo ma mi nel non per più sei si sono su ti tu un una as com da das do dos e em eu foi isso mais me meu na não
   no o os ou para por qual quando que quem se sem seu sua tem um uma você а в во да для до его ее если есть и из или к как когда кто ли мне мой на не но о он она
   от по с так ты у что это я ama ben bir bu da de için ile mi mı mu mü ne o sen ve`.split(/\s+/),
);

/**
 * Stands in for the search of the knowledge service, which runs in Postgres, in tests without it: one passage per text, BM25 over words and pairs of
 * characters, misspelt words by shared groups of three letters, and a gate by coverage × strength.
 */
export function searchIn(
  items: readonly Item[],
  query: string,
  previous: string | undefined,
): { readonly passages: readonly Passage[]; readonly coverage: number } {
  const alone = ranked(items, query);
  const together = previous === undefined || query === '' ? alone : ranked(items, `${previous}\n${query}`);
  const isFollowUp = (alone[0]?.relevance ?? 0) >= 0.08 && (together[0]?.relevance ?? 0) > (alone[0]?.relevance ?? 0);
  const found = isFollowUp ? together : alone;
  const [best] = found;
  if (!best || best.relevance < MIN_RELEVANCE) return { passages: [], coverage: best?.coverage ?? 0 };
  return {
    passages: found.slice(0, 6).map(({ index, score }) => ({
      itemId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      title: items[index]?.title ?? '',
      body: items[index]?.content ?? '',
      score,
      activation: 'search',
    })),
    coverage: best.coverage,
  };
}

function ranked(items: readonly Item[], query: string) {
  const texts = items.map(({ title, content }) => wordsOf(`${title}\n${content}`));
  const vocabulary = [...new Set(texts.flat())];
  const average = texts.reduce((sum, words) => sum + words.length, 0) / Math.max(1, texts.length);
  const many = Math.max(items.length, MIN_TEXTS);
  const terms = [...new Set(wordsOf(query))].map((term) => {
    const known = vocabulary.includes(term) ? { word: term, weight: 1 } : mostSimilar(term, vocabulary);
    const df = known ? texts.filter((words) => words.includes(known.word)).length : 0;
    return { known, idf: Math.log(1 + (many - df + 0.5) / (df + 0.5)) };
  });
  const rarest = Math.log(1 + (many - 0.5) / 1.5);
  const all = terms.reduce((sum, { idf }) => sum + idf, 0);
  return texts
    .map((words, index) => {
      const held = terms.flatMap(({ known, idf }) => (known && words.includes(known.word) ? { ...known, idf } : []));
      const mass = held.reduce((sum, { weight, idf }) => sum + weight * idf, 0);
      const score = held.reduce((sum, { word, weight, idf }) => {
        const tf = words.filter((one) => one === word).length;
        return sum + (weight * idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * words.length) / average));
      }, 0);
      const coverage = all === 0 ? 0 : mass / all;
      return { index, score, coverage, relevance: coverage * (score / rarest) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
}

function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) =>
      word
        .normalize('NFD')
        .replace(/([a-zа-я])\p{M}+/gu, '$1')
        .normalize('NFC'),
    )
    .flatMap((word) =>
      word
        .replaceAll(UNSPACED, (run) => ` ${pairsOf(run).join(' ')} `)
        .trim()
        .split(/ +/),
    )
    .map(stemmed);
}

/** Roughly what a stemmer does in the languages of the dialogues. */
const stemmed = (word: string): string =>
  word.length < 5 ? word.replace(/s$/, '') : word.replace(/(?:ings?|ed|es|en|er|em|s|e|a|o|i|ы|и|а|ый|ого|ет|т|м)$/u, '');

function mostSimilar(
  term: string,
  vocabulary: readonly string[],
): { readonly word: string; readonly weight: number } | undefined {
  if (term.length < 4) return undefined;
  const asked = trigramsOf(term);
  const best = vocabulary
    .filter((word) => Math.abs(word.length - term.length) <= 2)
    .map((word) => {
      const held = trigramsOf(word);
      const shared = [...asked].filter((three) => held.has(three)).length;
      return { word, weight: shared / (asked.size + held.size - shared) };
    })
    .toSorted((one, other) => other.weight - one.weight)[0];
  return best && best.weight >= MIN_SIMILARITY ? best : undefined;
}

function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}
