import type { Question } from './question.js';

export const HISTORY: readonly Question[] = [
  ['In which year did people first walk on the moon?', '1969', '1959', '1975', '1981'],
  ['Who was the first president of the United States?', 'George Washington', 'John Adams', 'Thomas Jefferson', 'Abraham Lincoln'],
  ['Which people built Tenochtitlan?', 'Aztecs', 'Incas', 'Maya', 'Olmecs'],
  ['In which year did the Berlin Wall fall?', '1989', '1979', '1985', '1993'],
  ['Which ship sank on its first voyage in 1912?', 'Titanic', 'Lusitania', 'Mayflower', 'Bismarck'],
  ['Whose army crossed the Alps with elephants?', 'Hannibal', 'Caesar', 'Napoleon', 'Attila'],
  ['Which stone helped to read Egyptian hieroglyphs?', 'Rosetta Stone', 'Blarney Stone', 'Runestone of Jelling', 'Moabite Stone'],
  ['Who led the salt march in India in 1930?', 'Mahatma Gandhi', 'Jawaharlal Nehru', 'Subhas Bose', 'B. R. Ambedkar'],
  ['Which city was buried by Vesuvius in the year 79?', 'Pompeii', 'Carthage', 'Syracuse', 'Troy'],
  ['Who painted the ceiling of the Sistine Chapel?', 'Michelangelo', 'Raphael', 'Leonardo da Vinci', 'Botticelli'],
  ['Which document did King John of England seal in 1215?', 'Magna Carta', 'Bill of Rights', 'Domesday Book', 'Act of Union'],
  ['Which empire did Genghis Khan found?', 'Mongol Empire', 'Ottoman Empire', 'Persian Empire', 'Mughal Empire'],
  ['What did Johannes Gutenberg bring to Europe?', 'Printing with movable type', 'Gunpowder', 'The compass', 'Paper money'],
  ['Who was the first woman to win a Nobel Prize?', 'Marie Curie', 'Lise Meitner', 'Ada Lovelace', 'Rosalind Franklin'],
  ['Which revolution began with the storming of the Bastille?', 'French', 'Russian', 'American', 'Haitian'],
  ['Which wall marked the north of Roman Britain?', "Hadrian's Wall", 'Offa’s Dyke', 'Great Wall', 'Wall of Aurelian'],
  ['Which country did Nelson Mandela lead as president?', 'South Africa', 'Kenya', 'Nigeria', 'Zimbabwe'],
];
