/** Words to be unscrambled: five to nine letters, none of whose letters make another common word. */
export const WORDS: readonly string[] = (
  'animal apricot autumn avocado bakery balloon bamboo banana basket bicycle biscuit blanket bottle bridge bubble ' +
  'butter butterfly cabbage cactus camera captain carpet champion cheese cherry chimney chocolate circus coconut ' +
  'coffee comet cookie cotton cucumber curtain cushion diamond dinosaur doctor dolphin donkey dragon eclipse ' +
  'elephant engine envelope evening falcon feather festival firework flamingo flower football fossil fountain ' +
  'freedom galaxy garlic giraffe glacier guitar hamster harbour harmony helmet hockey holiday honey horizon ' +
  'hospital iceberg island jacket jigsaw journey jungle kangaroo kettle kitten ladder lantern laptop lemonade ' +
  'library lightning lizard lobster magnet marathon meadow medicine melody mirror monkey mountain mushroom mustard ' +
  'mystery necklace notebook octopus orchard package paddle pancake panther peanut pelican penguin pepper picnic ' +
  'pillow pilot pineapple pocket popcorn postcard potato puzzle pyramid rabbit rainbow raspberry rhythm rocket ' +
  'sailor sandwich satellite saxophone scissors shadow shampoo skeleton snowflake spinach squirrel stadium ' +
  'submarine summer sunflower surprise sweater symphony telescope thunder ticket tomato tractor traffic treasure ' +
  'trumpet tunnel turtle umbrella unicorn universe vacation valley vanilla village violin volcano walnut warrior ' +
  'waterfall whistle window winter wizard yellow yogurt zebra zipper'
).split(' ');
