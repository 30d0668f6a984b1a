import { ARTS } from './arts.js';
import { FOOD } from './food.js';
import { GEOGRAPHY } from './geography.js';
import { HISTORY } from './history.js';
import { LANGUAGE } from './language.js';
import { NATURE } from './nature.js';
import { NUMBERS } from './numbers.js';
import type { Question } from './question.js';
import { SCIENCE } from './science.js';

/** The questions of trivia by topic. */
export const QUESTIONS: Readonly<Record<string, readonly Question[]>> = {
  science: SCIENCE,
  geography: GEOGRAPHY,
  history: HISTORY,
  nature: NATURE,
  food: FOOD,
  language: LANGUAGE,
  arts: ARTS,
  numbers: NUMBERS,
};
