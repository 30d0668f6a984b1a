/** Ranks the keys of documents for a question, best first. */
export type Reference = (question: string) => Promise<string[]>;
/** The words of texts as they are compared. */
export type Words = (texts: readonly string[]) => Promise<string[][]>;
type Query = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;

interface Posting {
  readonly document: number;
  readonly tf: number;
}

const [K1, B] = [1.2, 0.75];
/** Texts per statement. */
const BATCH = 500;

/** BM25 (k1 = 1.2, b = 0.75) in this process. It shares nothing with the search of the product, so that no fault of one hides that of the other. */
export async function referenceOf(
  documents: readonly { readonly key: string; readonly text: string }[],
  { words: wordsOf, limit }: { readonly words: Words; readonly limit: number },
): Promise<Reference> {
  const words = await wordsOf(documents.map(({ text }) => text));
  const postings = new Map<string, Posting[]>();
  for (const [document, list] of words.entries()) {
    const counts = new Map<string, number>();
    for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, tf] of counts) postings.set(word, [...(postings.get(word) ?? []), { document, tf }]);
  }
  const average = words.reduce((sum, list) => sum + list.length, 0) / words.length;
  return async (question) => {
    const scores = new Map<number, number>();
    const [asked = []] = await wordsOf([question]);
    for (const word of new Set(asked)) {
      const found = postings.get(word) ?? [];
      const idf = Math.log(1 + (words.length - found.length + 0.5) / (found.length + 0.5));
      for (const { document, tf } of found) {
        const length = words[document]?.length ?? 0;
        const score = (idf * tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * length) / average));
        scores.set(document, (scores.get(document) ?? 0) + score);
      }
    }
    const best = [...scores].toSorted(([, one], [, other]) => other - one).slice(0, limit);
    return best.map(([document]) => documents[document]?.key ?? '');
  };
}

/** Stems of a language without its stop words, by a text search configuration of Postgres over the texts as they are. */
export const stemsBy =
  (query: Query, configuration: string): Words =>
  async (texts) => {
    const found: string[][] = texts.map(() => []);
    for (let from = 0; from < texts.length; from += BATCH) {
      const rows = await query<{ n: number; lexeme: string; count: number }>(
        `select n::int, lexeme, array_length(positions, 1) as count
         from unnest($2::text[]) with ordinality t (text, n) cross join lateral unnest(to_tsvector($1::regconfig, text))`,
        [configuration, texts.slice(from, from + BATCH)],
      );
      for (const { n, lexeme, count } of rows) found[from + n - 1]?.push(...Array.from({ length: count }, () => lexeme));
    }
    return found;
  };

/** Words of scripts without spaces between them, by the dictionaries of ICU. */
export const segments: Words = async (texts) => texts.map(segmentsIn);

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });
const segmentsIn = (text: string): string[] =>
  [...SEGMENTER.segment(text.normalize('NFKC').toLowerCase())].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
