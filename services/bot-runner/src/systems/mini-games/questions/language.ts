import type { Question } from './question.js';

export const LANGUAGE: readonly Question[] = [
  ['What is a word called that reads the same backwards?', 'Palindrome', 'Anagram', 'Acronym', 'Synonym'],
  ['Which language has the most native speakers?', 'Mandarin Chinese', 'English', 'Spanish', 'Hindi'],
  ['What do we call words of opposite meaning?', 'Antonyms', 'Synonyms', 'Homonyms', 'Pronouns'],
  ['Which alphabet is used for Russian?', 'Cyrillic', 'Greek', 'Latin', 'Armenian'],
  ['How many letters does the English alphabet have?', '26', '24', '25', '28'],
  ['What does the Latin "carpe diem" mean?', 'Seize the day', 'Know yourself', 'Never again', 'Time flies'],
  ['What does the Japanese word "karaoke" mean word by word?', 'Empty orchestra', 'Loud voice', 'Night song', 'Happy stage'],
  ['Which of these languages is a Romance language?', 'Romanian', 'Hungarian', 'Finnish', 'Polish'],
  ['What is the plural of "criterion"?', 'Criteria', 'Criterions', 'Criterias', 'Criterium'],
  ['Which language gave English the word "kindergarten"?', 'German', 'Dutch', 'Swedish', 'French'],
  ['Which language is written from right to left?', 'Hebrew', 'Greek', 'Thai', 'Korean'],
  ['What is the Korean alphabet called?', 'Hangul', 'Kanji', 'Hiragana', 'Pinyin'],
  ['Which language is the main one in Brazil?', 'Portuguese', 'Spanish', 'French', 'Italian'],
  ['What is a poem of 5, 7 and 5 syllables called?', 'Haiku', 'Sonnet', 'Limerick', 'Ballad'],
  ['Which sign ends a question in Greek?', 'A semicolon', 'An exclamation mark', 'A full stop', 'A colon'],
  ['Which system of raised dots do blind people read?', 'Braille', 'Morse', 'Semaphore', 'Shorthand'],
];
