import type { Question } from './question.js';

export const ARTS: readonly Question[] = [
  ['Who painted "The Starry Night"?', 'Vincent van Gogh', 'Claude Monet', 'Pablo Picasso', 'Paul Cézanne'],
  ['How many strings does a violin have?', 'Four', 'Five', 'Six', 'Eight'],
  ['Who wrote "Romeo and Juliet"?', 'William Shakespeare', 'Charles Dickens', 'Jane Austen', 'Oscar Wilde'],
  ['How many keys does a usual piano have?', '88', '76', '96', '64'],
  ['Which museum shows the Mona Lisa?', 'Louvre', 'Prado', 'Uffizi', 'British Museum'],
  ['Who composed "The Four Seasons"?', 'Antonio Vivaldi', 'Johann Sebastian Bach', 'Joseph Haydn', 'Georg Händel'],
  ['Which art folds paper into shapes?', 'Origami', 'Ikebana', 'Batik', 'Mosaic'],
  ['Who wrote "Frankenstein"?', 'Mary Shelley', 'Bram Stoker', 'Emily Brontë', 'Edgar Allan Poe'],
  ['Which instrument has pedals, pipes and keys?', 'Organ', 'Harp', 'Accordion', 'Bagpipe'],
  ['Which colours mix to green in paint?', 'Blue and yellow', 'Red and yellow', 'Blue and red', 'Red and white'],
  ['Which dance comes from Argentina?', 'Tango', 'Waltz', 'Polka', 'Flamenco'],
  ['Who wrote the play "Faust"?', 'Goethe', 'Schiller', 'Kafka', 'Brecht'],
  ['What is a painting on wet plaster called?', 'Fresco', 'Collage', 'Etching', 'Pastel'],
  ['Which composer became deaf and wrote nine symphonies?', 'Beethoven', 'Mozart', 'Schubert', 'Chopin'],
  ['Who created the sculpture "The Thinker"?', 'Auguste Rodin', 'Donatello', 'Alberto Giacometti', 'Henry Moore'],
  ['In which city is the Sagrada Família?', 'Barcelona', 'Madrid', 'Lisbon', 'Rome'],
];
