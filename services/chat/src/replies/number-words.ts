/**
 * Numbers in words, in the languages of Kith. Left out is what is more often another word, in its own language or in one of the others: "one",
 * "once", "due", "dos", "sei", "on", "elf".
 */
const WORDS = `
two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred noon midnight
zwei drei vier fünf sechs sieben acht neun zehn zwölf fünfzehn zwanzig dreißig vierzig fünfzig hundert mitternacht
deux trois quatre cinq sept huit neuf dix onze douze quinze vingt trente quarante cinquante cent minuit
tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta cuarenta cincuenta mediodía medianoche
quattro cinque sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta cento mezzogiorno mezzanotte
dois duas três quatro sete oito dez doze vinte trinta quarenta cinquenta
два две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать двадцать тридцать сорок пятьдесят сто
двух трёх трех четырёх четырех пяти шести семи восьми девяти десяти одиннадцати двенадцати двадцати тридцати пятидесяти
iki üç dört beş altı yedi sekiz dokuz yirmi otuz kırk elli yüz ikiden üçten dörtten beşten altıdan yediden sekizden dokuzdan
ikiye üçe dörde beşe altıya yediye sekize dokuza onbire onikiye
`;

/** In lower case. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
