import { foldedLetters, inOneSpelling, UNSPACED } from '@kith/kit';
import { questionTerms } from '../quality/question-words.js';

/** A picture of an earlier message: the name of its file, and what was said and answered with it. */
interface NamedPicture {
  readonly name: string;
  readonly text: string;
}

/** By which a message speaks of pictures, in the languages of the built-in companion and some more, as folded text. */
const PICTURE_WORDS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:pictures?|pics?|photos?|photographs?|images?|screenshots?|drawings?|paintings?|gifs?|memes?)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:bild(?:er|ern|es)?|fotos?|fotografi\p{L}+|aufnahmen?|zeichnung(?:en)?|afbeelding(?:en)?|plaatjes?)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:dessins?|captures?|imagen|imagenes|dibujos?|capturas?|imagem|imagens|desenhos?|immagin[ei]|disegn[oi]|schermat[ae])(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:zdjeci\p{L}+|obraz(?:ek|ki|ku|u|y|ow)?|fotk\p{L}+|resim\p{L}*|resmi\p{L}*|fotograf\p{L}*|goruntu\p{L}*)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:картин\p{L}+|фото|фотографи\p{L}+|фотк\p{L}+|сним(?:ок|к)\p{L}*|изображени\p{L}+|рисун(?:ок|к)\p{L}*|скриншот\p{L}*|зображенн\p{L}+)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:(?:ال)?صور[ةه]?)(?![\p{L}\p{N}])/gu,
  /图片|圖片|照片|图像|圖像|截图|截圖|写真|画像|スクショ|사진|그림|이미지|스크린샷|รูป|ภาพ|तस्वीर|चित्र|फ\u093c?ोटो/gu,
];
/** As devices and programs name all of them. */
const SAYS_NOTHING = /^(?:image|img|picture|photo|pic|bild|foto|screenshot|unknown|file|dsc|imagen|\d)[\s\d]*$/u;
const MIN_NAME_CHARS = 3;
/** Shorter ones stand in other words. */
const MIN_TERM_CHARS = 4;
/** A name counts more than all words. */
const NAMED = 1000;

/** Whether what was said with pictures says which of them the message asks for. */
export function asksByWords(question: string): boolean {
  const { isOfPictures, terms } = askedBy(question);
  return isOfPictures && terms.length > 0;
}

/**
 * Those of the pictures, newest first, that a message asks for, the best first: by the name of the file, or, where it speaks of pictures, by
 * other words of what was said with one; without such a word all of them, unless others are shown with it anyway.
 */
export function askedPictures<P extends NamedPicture>(question: string, pictures: readonly P[], isAnyShown: boolean): P[] {
  const { asked, isOfPictures, terms } = askedBy(question);
  const scored = pictures.map((picture) => {
    const text = terms.length === 0 ? '' : inOneSpelling(foldedLetters(`${fileOf(picture.name)}\n${picture.text}`));
    const shared = terms.filter((term) => text.includes(term)).length;
    return { picture, score: (isNamed(asked, picture.name) ? NAMED : 0) + shared };
  });
  const found = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
  const chosen = found.length > 0 || isAnyShown || !isOfPictures ? found : scored;
  return chosen.map(({ picture }) => picture);
}

function askedBy(question: string) {
  const asked = foldedLetters(question);
  const rest = PICTURE_WORDS.reduce((text, words) => text.replaceAll(words, ' '), asked);
  const isOfPictures = rest !== asked;
  return { asked, isOfPictures, terms: isOfPictures ? questionTerms(rest).filter(isTelling) : [] };
}

const isTelling = (term: string): boolean => term.length >= MIN_TERM_CHARS || term.search(UNSPACED) >= 0;

/** Behind the name of a file of Discord stands its type. */
const fileOf = (name: string): string => name.replace(/ \([\w/+.-]+\)$/, '');

/** With its extension, or as the words that it consists of. */
function isNamed(asked: string, name: string): boolean {
  const file = foldedLetters(fileOf(name));
  if (/\.\w+$/.test(file) && asked.includes(file)) return true;
  const words = wordsOf(file.replace(/\.\w+$/, ''));
  if (words.length < MIN_NAME_CHARS || SAYS_NOTHING.test(words)) return false;
  return words.search(UNSPACED) >= 0 ? asked.includes(words) : ` ${wordsOf(asked)} `.includes(` ${words} `);
}

const wordsOf = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
