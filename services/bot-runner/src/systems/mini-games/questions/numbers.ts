import type { Question } from './question.js';

export const NUMBERS: readonly Question[] = [
  ['What is the only even prime number?', '2', '4', '1', '6'],
  ['How many sides does a heptagon have?', 'Seven', 'Six', 'Eight', 'Nine'],
  ['What is 15 percent of 200?', '30', '15', '20', '35'],
  ['What is the square root of 144?', '12', '14', '11', '16'],
  ['What is the Roman numeral for 50?', 'L', 'C', 'D', 'X'],
  ['How many degrees do the angles of a triangle add up to?', '180', '90', '270', '360'],
  ['How many zeros does a million have?', 'Six', 'Five', 'Seven', 'Nine'],
  ['How many seconds are in an hour?', '3,600', '360', '6,000', '36,000'],
  ['Which number is binary 1010?', '10', '8', '12', '5'],
  ['What comes next: 1, 1, 2, 3, 5, 8?', '13', '11', '12', '16'],
  ['How many faces does a cube have?', 'Six', 'Four', 'Eight', 'Twelve'],
  ['How many days does a leap year have?', '366', '364', '365', '367'],
  ['What is 2 to the power of 10?', '1,024', '512', '2,048', '1,000'],
  ['How many items are in two dozen?', '24', '12', '20', '36'],
  ['What is the ratio of a circle’s circumference to its diameter?', 'Pi', 'The golden ratio', 'Two', 'The square root of two'],
  ['How many players of one team are on the field in football (soccer)?', '11', '9', '10', '12'],
  ['How many squares does a chessboard have?', '64', '49', '81', '100'],
];
