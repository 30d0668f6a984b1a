import type { CrisisPatterns } from './crisis-patterns.js';

export const nl: CrisisPatterns = {
  figurative:
    /\b(?:dood|doodgaan|sterven|sterf|stierf)(?: zijn)? van (?:het |de )?(?:lachen|honger|dorst|verveling|schaamte|nieuwsgierigheid|kou|hitte|slaap)\b|\b(?:lach|lachte|verveel|verveelde|schrok|schaam|schaamde|werk|ga) (?:me|mij|mezelf|ons) (?:\w+ )?(?:dood|kapot)\b|\bniet (?:dood|sterven|doodgaan)\b|\bmezelf niet (?:doden|ombrengen|doodmaken|vermoorden)\b|\bsuicide squad\b/g,
  fiction:
    /\b(?:in|van|uit|voor|bij) (?:(?:het|de|een|mijn|dit|deze|die|dat) )?(?:\w+ )?(?:spel|spelletje|game|minecraft|fortnite|roman|verhaal|film|boek|serie|liedje|hoofdstuk|level|schaken|anime|rollenspel)\b|\b(?:mijn personage|eindbaas)\b/,
  selfHarm: [
    /\bik (?:\w+ ){0,4}(?:wil|wou|zou|ga|overweeg|ben van plan)(?: \w+){0,3} (?:mezelf|me zelf|mijzelf|mij zelf) (?:(?!geen |niets? )\w+ ){0,2}(?:van kant (?:te )?maken|doodmaken|dood te maken|vermoorden|te vermoorden|ombrengen|om te brengen|doden|te doden|ophangen|op te hangen|verhangen|snijden|te snijden|pijn doen|iets aandoen|verwonden)\b/,
    /\bik (?:wil|wou|zou) (?:(?:echt|gewoon|alleen|maar|nu|liever|eigenlijk|graag|zo|heel|het liefst) ){0,3}(?:dood|doodgaan|sterven|zelfmoord plegen|er niet meer zijn|uit het leven stappen|een einde? (?:aan mijn leven maken|maken aan mijn leven))\b(?! (?:hout|gewicht|materiaal))/,
    /\bik (?:wil|hoef) (?:(?:echt|gewoon|zo|het) ){0,2}niet meer (?:leven|verder leven|wakker worden)\b(?! (?:in|met|bij|zoals|van|op)\b)/,
    // "I cannot live without coffee any more" speaks of coffee.
    /\bik kan (?:(?:echt|gewoon|zo|het) ){0,2}niet meer (?:leven|verder leven|wakker worden)\b(?! (?:in|met|bij|zoals|van|op|zonder)\b)/,
    /\bik (?:denk|dacht) (?:\w+ ){0,3}(?:aan|over) (?:zelfmoord|zelfdoding|suicide)\b(?! squad)|\bik heb (?:\w+ ){0,2}(?:zelfmoordgedachten|suicidale gedachten)\b|\bik (?:ben|voel me) (?:\w+ ){0,2}(?:suicidaal|levensmoe)\b|\bik (?:pleeg|ga) zelfmoord(?: plegen)?\b|\bik maak (?:er een einde aan|mezelf van kant)\b/,
    /\bik (?:snij|snijd|verwond) (?:mezelf|me zelf)\b|\bik doe (?:mezelf|me zelf) (?:\w+ )?(?:expres|opzettelijk) pijn\b/,
    /\bhoe (?:kan|moet|zou) ik (?:mezelf|me zelf) (?:\w+ )?(?:doden|ophangen|ombrengen|van kant maken)\b|\bhoe (?:pleeg ik|kan ik) zelfmoord(?: plegen)?\b|\bpijnloos (?:doodgaan|sterven|zelfmoord)\b/,
    /\b(?:iedereen|ze|de wereld|mijn familie) (?:\w+ ){0,3}beter af (?:\w+ )?zonder mij\b|\bzonder mij (?:\w+ ){0,3}beter af\b|\bgeen (?:zin|reden) meer (?:om te leven|in het leven|in mijn leven)\b/,
    /\b(?:mijn|m'n) (?:\w+ )?(?:vriend|vriendin|broer|broertje|zus|zusje|zoon|dochter|moeder|vader|man|vrouw|partner) (?:\w+ ){0,3}wil (?:\w+ ){0,2}(?:zelfmoord plegen|zichzelf (?:\w+ ){0,2}(?:doden|ophangen|ombrengen|van kant maken|iets aandoen)|niet meer leven)\b/,
    /\bik (?:wou|wilde|wens) (?:\w+ )?dat ik (?:dood was|nooit geboren was)\b|\bwas ik maar dood\b/,
  ],
  toOthers: [
    /\bik (?:\w+ ){0,2}(?:wil|ga|zal|ben van plan) (?:\w+ ){0,2}(?:hem|haar|hen|ze|iemand|mensen|iedereen|(?:mijn|m'n) (?:\w+ )?(?:vrouw|man|vriend|vriendin|moeder|vader|ouders|broer|zus|baas|leraar|lerares|buren|buurman|buurvrouw|familie|kinderen|ex|collega|collega's|klasgenoten)) (?:\w+ )?(?:vermoorden|te vermoorden|doodmaken|doodschieten|neerschieten|neersteken|doodsteken|ombrengen|vergiftigen)\b/,
    /\bik (?:\w+ ){0,2}(?:wil|ga|zal) (?:\w+ ){0,3}(?:school|kerk|moskee|synagoge|kantoor|ziekenhuis) (?:opblazen|in brand steken|in de fik steken)\b/,
  ],
};
