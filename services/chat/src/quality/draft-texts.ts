import { DRAFT_GAP } from '@kith/proto';
import type { Language } from '../builtin/languages/languages.js';

interface DraftTexts {
  readonly answer: string;
  readonly details: string;
  readonly closest: string;
}

/** What an outline of an answer asks its owner for. */
const TEXTS: Readonly<Record<Language, DraftTexts>> = {
  en: {
    answer: 'Answer',
    details: 'Times, prices, steps or exceptions that belong to it',
    closest: 'What comes closest in what was taught; keep what is right and delete the rest',
  },
  de: {
    answer: 'Antwort',
    details: 'Zeiten, Preise, Schritte oder Ausnahmen, die dazugehören',
    closest: 'Was dem im Gelernten am nächsten kommt; was stimmt, behalten, den Rest löschen',
  },
  es: {
    answer: 'Respuesta',
    details: 'Horarios, precios, pasos o excepciones que vienen al caso',
    closest: 'Lo más parecido de lo aprendido; conserva lo correcto y borra el resto',
  },
  fr: {
    answer: 'Réponse',
    details: 'Horaires, prix, étapes ou exceptions à préciser',
    closest: 'Ce qui s’en approche le plus dans ce qui a été appris ; garder ce qui est juste, effacer le reste',
  },
  it: {
    answer: 'Risposta',
    details: 'Orari, prezzi, passaggi o eccezioni da aggiungere',
    closest: 'Ciò che più si avvicina in quanto è stato insegnato; tieni il giusto e cancella il resto',
  },
  pt: {
    answer: 'Resposta',
    details: 'Horários, preços, passos ou exceções que fazem parte',
    closest: 'O que mais se aproxima do que foi ensinado; mantenha o que está certo e apague o resto',
  },
  ru: {
    answer: 'Ответ',
    details: 'Время, цены, шаги или исключения, которые сюда относятся',
    closest: 'Самое близкое из выученного: верное оставьте, остальное удалите',
  },
  tr: {
    answer: 'Cevap',
    details: 'Bununla ilgili saatler, fiyatlar, adımlar veya istisnalar',
    closest: 'Öğretilenler içinde buna en yakın olanlar; doğru olanı bırakın, gerisini silin',
  },
  ja: {
    answer: '回答',
    details: '関連する時間、料金、手順、例外',
    closest: '教わった内容のうち最も近いもの（正しい部分だけ残し、残りは削除してください）',
  },
  zh: {
    answer: '回答',
    details: '相关的时间、价格、步骤或例外',
    closest: '已学内容中最接近的部分（保留正确的，删除其余的）',
  },
};

/** The outline of an answer, with a gap wherever its owner has to fill something in, and the passages that may help below. */
export function outlineIn(language: Language, passages: readonly string[]): string {
  const { answer, details, closest } = TEXTS[language];
  const gaps = [`${answer}: ${DRAFT_GAP}`, `${details}: ${DRAFT_GAP}`].join('\n');
  return passages.length === 0 ? gaps : [gaps, `${closest}:`, ...passages].join('\n\n');
}
