import type { Question } from './question.js';

export const GEOGRAPHY: readonly Question[] = [
  ['What is the capital of Australia?', 'Canberra', 'Sydney', 'Melbourne', 'Perth'],
  ['Which is the largest ocean?', 'Pacific', 'Atlantic', 'Indian', 'Arctic'],
  ['Which river flows through Vienna, Budapest and Belgrade?', 'Danube', 'Rhine', 'Elbe', 'Volga'],
  ['In which country is Machu Picchu?', 'Peru', 'Chile', 'Bolivia', 'Mexico'],
  ['What is the capital of Canada?', 'Ottawa', 'Toronto', 'Montreal', 'Vancouver'],
  ['Which is the largest hot desert?', 'Sahara', 'Gobi', 'Kalahari', 'Arabian Desert'],
  ['Which country has the city of Marrakesh?', 'Morocco', 'Tunisia', 'Egypt', 'Turkey'],
  ['What is the highest mountain of Africa?', 'Kilimanjaro', 'Mount Kenya', 'Table Mountain', 'Toubkal'],
  ['Which sea lies between Italy and Croatia?', 'Adriatic Sea', 'Black Sea', 'North Sea', 'Red Sea'],
  ['Which country is an island?', 'Madagascar', 'Uruguay', 'Laos', 'Bulgaria'],
  ['What is the capital of New Zealand?', 'Wellington', 'Auckland', 'Christchurch', 'Hamilton'],
  ['Which strait separates Asia from North America?', 'Bering Strait', 'Bosporus', 'Strait of Gibraltar', 'Strait of Hormuz'],
  ['In which country can you visit Angkor Wat?', 'Cambodia', 'Vietnam', 'Thailand', 'India'],
  ['Which lake is the deepest?', 'Lake Baikal', 'Lake Victoria', 'Lake Superior', 'Lake Titicaca'],
  ['Which capital lies on the river Spree?', 'Berlin', 'Warsaw', 'Prague', 'Bern'],
  ['Which of these countries has no coast?', 'Paraguay', 'Ecuador', 'Ghana', 'Oman'],
  ['Which line at 0 degrees divides north from south?', 'Equator', 'Prime meridian', 'Tropic of Cancer', 'Arctic Circle'],
];
