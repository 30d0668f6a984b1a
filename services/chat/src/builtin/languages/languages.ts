import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { ja } from './ja.js';
import type { LanguageTexts } from './language-texts.js';
import { pt } from './pt.js';
import { ru } from './ru.js';
import { tr } from './tr.js';
import { zh } from './zh.js';

/** The languages of the built-in companion; where nothing else decides, the first that fits counts. */
export const LANGUAGES = { en, de, es, fr, pt, it, ru, zh, ja, tr } as const satisfies Readonly<Record<string, LanguageTexts>>;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];
