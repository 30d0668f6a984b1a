import { describe, expect, it } from '@jest/globals';
import { askedPictures } from './asked-pictures.js';

const PIER = { name: 'pier plan.png', text: 'Look, the harbour!\nI see a red boat at a pier.' };
const CAKE = { name: 'IMG_2041.jpg (image/jpeg)', text: 'My cake\nIt has three layers.' };
const HALL = { name: '市役所.png', text: '' };
const asked = (question: string, isAnyShown = false) =>
  askedPictures(question, [CAKE, PIER, HALL], isAnyShown).map(({ name }) => name);

describe('the pictures that a message asks for', () => {
  it.each([
    'What was in the picture?',
    'What about my photo?',
    'Was ist auf dem Bild?',
    'Zeig mir die Fotos',
    "Qu'y a-t-il sur la photo ?",
    '¿Qué se ve en la imagen?',
    'O que há na imagem?',
    "Cosa c'è nell'immagine?",
    'Wat staat er op de afbeelding?',
    'Co jest na zdjęciu?',
    'Resimde ne var?',
    'Что на картинке?',
    'Опиши фотографию ещё раз',
    '图片里有什么？',
    '写真には何がありますか',
    '사진에 뭐가 있어?',
    'ในรูปมีอะไร',
    'ماذا في الصورة؟',
    'तस्वीर में क्या है?',
  ])('are all where it speaks of one and no other is shown: %s', (question) => {
    expect(asked(question)).toHaveLength(3);
    expect(asked(question, true)).toEqual([]);
  });

  it.each([
    ['the picture of the harbour', ['pier plan.png']],
    ['the photo with three layers', [CAKE.name]],
    ['what stands in pier plan.png?', ['pier plan.png']],
    ['and the Pier-Plan?', ['pier plan.png']],
    ['市役所は何時に開きますか', [HALL.name]],
    ['IMG_2041.JPG please', [CAKE.name]],
  ])('are those that it names, or has a word of, whatever is shown: %s', (question, names) => {
    expect(asked(question, true)).toEqual(names);
  });

  it.each(['How is the harbour?', 'What does it cost?', 'img', 'Where did you get your education?', 'Bildung ist wichtig', ''])(
    'are none otherwise: %s',
    (question) => {
      expect(asked(question)).toEqual([]);
    },
  );

  it('are those with most of its words first, and none without where one has some', () => {
    expect(asked('the picture of the boat at the harbour')).toEqual([PIER.name]);
    expect(asked('the picture with three layers, not the boat')).toEqual([CAKE.name, PIER.name]);
  });
});
