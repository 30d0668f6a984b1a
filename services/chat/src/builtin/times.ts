import { folded } from './folded-text.js';

const ASKED =
  /\b(?:(?:what|which) time|wie ?viel uhr|welche[rn]? (?:uhr)?zeit|welche uhrzeit|que horas?|quelle heure|che ora|saat kac\w*)\b|во сколько|котором часу|几点|何时|なんじ/u;
/** 7:30, 19.30, 7 am, 9 Uhr, 18h, 10 часов, 九時; not 8.50 €. */
const NAMED =
  /\b\d{1,2}\s?[:.]\s?\d{2}\b(?!\s?(?:[€$£%]|eur|usd))|\b\d{1,2}\s?(?:am|pm|uhr|h|час\p{L}*)(?!\p{L})|\b(?:o['’]clock|noon|midnight|mittags?|mitternacht|mediodía|midi|minuit)\b|[\d一二三四五六七八九十]\s?[時点點](?!\p{L}*円)/iu;

/** Whether a question asks for the time of day. */
export const asksTime = (question: string): boolean => ASKED.test(folded(question));

export const namesTime = (text: string): boolean => NAMED.test(text);
