import type { Question } from './question.js';

export const SCIENCE: readonly Question[] = [
  ['Which planet takes the longest to go around the sun?', 'Neptune', 'Uranus', 'Saturn', 'Jupiter'],
  ['Which gas makes up most of the air we breathe?', 'Nitrogen', 'Oxygen', 'Argon', 'Carbon dioxide'],
  ['What is the chemical symbol of iron?', 'Fe', 'Ir', 'In', 'Fr'],
  ['Which part of a cell holds most of its DNA?', 'Nucleus', 'Membrane', 'Ribosome', 'Vacuole'],
  ['What does a barometer measure?', 'Air pressure', 'Humidity', 'Wind speed', 'Rainfall'],
  ['Which metal is liquid at room temperature?', 'Mercury', 'Lead', 'Tin', 'Zinc'],
  ['How many bones does an adult human usually have?', '206', '186', '226', '246'],
  ['Which force holds the moon in its orbit?', 'Gravity', 'Friction', 'Magnetism', 'Air resistance'],
  ['What is the hardest natural mineral?', 'Diamond', 'Quartz', 'Topaz', 'Corundum'],
  ['What is the unit of electrical resistance?', 'Ohm', 'Volt', 'Ampere', 'Watt'],
  ['Which blood cells carry oxygen?', 'Red blood cells', 'White blood cells', 'Platelets', 'Stem cells'],
  ['What is a pH of 7 called?', 'Neutral', 'Acidic', 'Alkaline', 'Saturated'],
  ['Which organ makes insulin?', 'Pancreas', 'Liver', 'Kidney', 'Spleen'],
  ['How many minutes does sunlight take to reach Earth, roughly?', 'Eight', 'One', 'Thirty', 'Ninety'],
  ['What do plants take in for photosynthesis besides water and light?', 'Carbon dioxide', 'Nitrogen', 'Helium', 'Methane'],
  ['Which planet is known for its great red spot?', 'Jupiter', 'Mars', 'Saturn', 'Venus'],
  ['What is the freezing point of water in degrees Fahrenheit?', '32', '0', '100', '212'],
];
