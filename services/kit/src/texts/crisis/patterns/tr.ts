import type { CrisisPatterns } from './crisis-patterns.js';

export const tr: CrisisPatterns = {
  figurative:
    /\b(?:gulmekten|meraktan|acliktan|utanctan|sikintidan|sicaktan|soguktan) ol\w+|\bolmek istemiyorum\b|\b(?:islemi|zamani|vakti|bossu?) oldurmek\b/g,
  fiction:
    /\b(?:oyunda\w*|oyun icinde|minecraft\w*|filmde\w*|romanda\w*|hikayede\w*|kitapta\w*|dizide\w*|sarkida\w*|satrancta\w*|karakterim\w*)\b/,
  selfHarm: [
    /\b(?:kendimi (?:\w+ )?(?:oldurmek|asmak|kesmek)|intihar etmek|olmek|canima kiymak|hayatima son vermek) (?:\w+ )?(?:istiyorum|isterdim|uzereyim)\b/,
    /\b(?:kendimi oldurmeyi|intihari|intihar etmeyi|olmeyi|hayatima son vermeyi) (?:\w+ )?(?:dusunuyorum|planliyorum|istiyorum)\b/,
    /(?<!(?:d[ae]|t[ae]|l[ae]|siz|suz) )\byasamak istemiyorum\b/,
    /\bkendimi (?:oldurecegim|asacagim|kesiyorum)\b|\bintihar edecegim\b|\bintihar dusunceler(?:im|i) var\b|\bkeske olsem\b|\bolsem daha iyi\b|\bbensiz (?:\w+ ){0,3}daha iyi\b|\byasamak icin (?:bir )?(?:nedenim|sebebim) (?:yok|kalmadi)\b/,
    /\bnasil (?:intihar ederim|intihar edebilirim|kendimi oldurebilirim|acisiz olurum|acisiz olunur)\b/,
    /\b(?:arkadasim|kardesim|abim|ablam|oglum|kizim|sevgilim|esim|kocam|karim|annem|babam) (?:\w+ ){0,3}(?:intihar etmek istiyor|kendini oldurmek istiyor|olmek istiyor|intihar edecek|kendini oldurecek)\b/,
    /\bkendime zarar (?:veriyorum|verecegim|vermek istiyorum)\b|\bcanima kiyacagim\b|\bkendimi kesecegim\b|\bolsem de kurtulsam\b/,
  ],
  toOthers: [
    /\b(?:onu|onlari|birini|insanlari|herkesi|karimi|kocami|esimi|annemi|babami|kardesimi|abimi|ablami|patronumu|ogretmenimi|komsumu|sevgilimi|ailemi|cocuklarimi|arkadasimi) (?:\w+ )?(?:oldurmek istiyorum|oldurecegim|bicaklamak istiyorum|bicaklayacagim|oldurmeyi (?:dusunuyorum|planliyorum))\b/,
    /\b(?:okulu|kiliseyi|camiyi|hastaneyi|ofisi) (?:\w+ )?(?:havaya ucurmak istiyorum|havaya ucuracagim|bombalamak istiyorum|yakacagim)\b/,
  ],
};
