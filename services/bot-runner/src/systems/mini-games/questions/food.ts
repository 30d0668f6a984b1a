import type { Question } from './question.js';

export const FOOD: readonly Question[] = [
  ['Which country does the dish paella come from?', 'Spain', 'Italy', 'Portugal', 'Greece'],
  ['What is tofu made from?', 'Soybeans', 'Rice', 'Chickpeas', 'Milk'],
  ['Which spice comes from the stigmas of a crocus?', 'Saffron', 'Turmeric', 'Paprika', 'Cumin'],
  ['What is the main ingredient of hummus?', 'Chickpeas', 'Lentils', 'Aubergine', 'Peas'],
  ['Which nut is in marzipan?', 'Almond', 'Walnut', 'Hazelnut', 'Cashew'],
  ['What makes bread dough rise?', 'Yeast', 'Salt', 'Flour', 'Oil'],
  ['Which fruit is dried to make raisins?', 'Grape', 'Plum', 'Fig', 'Apricot'],
  ['What is sushi rice seasoned with?', 'Vinegar', 'Soy sauce', 'Butter', 'Lemon juice'],
  ['Which country is the home of feta?', 'Greece', 'France', 'Switzerland', 'Norway'],
  ['What is the main ingredient of guacamole?', 'Avocado', 'Cucumber', 'Green pepper', 'Spinach'],
  ['What kind of food is penne?', 'Pasta', 'Cheese', 'Ham', 'Bread'],
  ['Which drink is made from roasted beans?', 'Coffee', 'Tea', 'Mate', 'Cider'],
  ['Which vegetable is in borscht and makes it red?', 'Beetroot', 'Tomato', 'Red cabbage', 'Radish'],
  ['What is kimchi usually made of?', 'Cabbage', 'Seaweed', 'Noodles', 'Beef'],
  ['Which bean is chocolate made from?', 'Cocoa', 'Vanilla', 'Coffee', 'Carob'],
  ['What is whipped for a meringue?', 'Egg whites', 'Cream', 'Butter', 'Egg yolks'],
];
