import type { Question } from './question.js';

export const NATURE: readonly Question[] = [
  ['How many legs does a spider have?', 'Eight', 'Six', 'Ten', 'Twelve'],
  ['Which animal is the fastest runner?', 'Cheetah', 'Lion', 'Ostrich', 'Greyhound'],
  ['What is a young kangaroo called?', 'Joey', 'Cub', 'Kid', 'Fawn'],
  ['Which bird lays the largest eggs?', 'Ostrich', 'Emu', 'Eagle', 'Albatross'],
  ['Which tree do acorns grow on?', 'Oak', 'Beech', 'Birch', 'Maple'],
  ['What do pandas eat most?', 'Bamboo', 'Fish', 'Eucalyptus', 'Berries'],
  ['How many hearts does an octopus have?', 'Three', 'One', 'Two', 'Eight'],
  ['Which mammal can truly fly?', 'Bat', 'Flying squirrel', 'Colugo', 'Sugar glider'],
  ['What is the largest animal that ever lived?', 'Blue whale', 'African elephant', 'Great white shark', 'Giant squid'],
  ['Which insect makes honey?', 'Bee', 'Hornet', 'Ant', 'Moth'],
  ['What does a caterpillar turn into?', 'Butterfly', 'Dragonfly', 'Beetle', 'Earthworm'],
  ['Which of these is a marsupial?', 'Koala', 'Sloth', 'Otter', 'Lemur'],
  ['What is a group of wolves called?', 'Pack', 'Pride', 'School', 'Flock'],
  ['Which part of the carrot plant do we usually eat?', 'Root', 'Stem', 'Flower', 'Seed'],
  ['Where do penguins live in the wild?', 'Southern hemisphere', 'North Pole', 'Greenland', 'Alaska'],
  ['Which fish has a male that carries the young?', 'Seahorse', 'Salmon', 'Tuna', 'Pike'],
  ['Which animal sleeps hanging upside down?', 'Bat', 'Badger', 'Hare', 'Tortoise'],
];
