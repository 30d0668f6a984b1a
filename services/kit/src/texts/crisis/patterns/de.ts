import type { CrisisPatterns } from './crisis-patterns.js';

export const de: CrisisPatterns = {
  figurative:
    /\bvor (?:lachen|langeweile|neugier|hunger|scham|peinlichkeit|aufregung) (?:\w+ )?(?:sterben|sterbe|gestorben)\b|\bsterben? vor \w+|\bnicht sterben\b|\b(?:lache?|lachen) (?:mich|uns) (?:tot|kaputt)\b|\bmich nicht (?:umbringen|toten)\b|\bsuicide squad\b/g,
  fiction:
    /\b(?:im|in|in der|in dem|in einem|beim|fur das|fur den) (?:\w+ )?(?:spiel|game|minecraft|fortnite|roman|geschichte|film|buch|serie|lied|kapitel|schach|level|anime|rollenspiel)\b|\b(?:mein charakter|der endboss|bosskampf)\b/,
  selfHarm: [
    /\bich (?:\w+ ){0,4}(?:will|mochte|moechte|wollte|werde|wurde|habe vor|uberlege|denke daran)(?: \w+){0,4} (?:mich (?:\w+ )?(?:umbringen|umzubringen|toten|zu toten|erhangen|aufhangen|ritzen|verletzen)|mir (?:das leben|etwas|was) (?:\w+ )?(?:nehmen|zu nehmen|antun|anzutun)|sterben|tot sein|mein leben (?:\w+ )?beenden|meinem leben ein ende (?:setzen|machen))\b/,
    /\bich (?:\w+ ){0,3}(?:will|mochte|moechte|kann) (?:\w+ ){0,2}(?:nicht mehr|nimmer) (?:leben|weiterleben|da sein|aufwachen|existieren)\b(?! wie\b)/,
    /\bich bring(?:e)? mich (?:\w+ )?um\b|\bwie (?:kann|konnte|soll) ich mich (?:\w+ )?(?:umbringen|toten|erhangen)\b|\bwie bringe ich mich um\b/,
    /\bich (?:bin|fuhle mich) (?:\w+ ){0,2}(?:suizidal|selbstmordgefahrdet|lebensmude)\b|\bich (?:denke|dachte)(?: \w+){0,3} (?:an|uber) (?:selbstmord|suizid)\b(?! squad)|\bich hab(?:e)? (?:\w+ ){0,2}(?:selbstmord|suizid)gedanken\b|\bich (?:plane|begehe|mochte|will|werde)(?: \w+){0,2} (?:selbstmord|suizid) (?:begehen|machen)\b/,
    /\bich ritze mich\b|\bich verletze mich (?:\w+ ){0,2}(?:selbst|selber|absichtlich)\b/,
    /\b(?:alle|sie|die welt|meine familie) (?:\w+ ){0,3}ohne mich besser dran\b|\bohne mich (?:\w+ ){0,4}besser dran\b|\b(?:keinen|kein) (?:sinn|grund) mehr (?:im leben|zu leben|weiterzuleben)\b/,
    /\b(?:mein|meine) (?:\w+ )?(?:freund|freundin|bruder|schwester|sohn|tochter|mutter|vater|mann|frau|partner|partnerin) (?:\w+ ){0,3}(?:will|mochte|hat vor) (?:\w+ ){0,2}(?:sich (?:\w+ )?(?:umbringen|umzubringen|toten|das leben nehmen)|nicht mehr leben)\b/,
    /(?:^|[.!?,;] ?)(?:einfach |nur |echt |wirklich |jetzt |so )*(?:will|mochte|moechte) (?:einfach |nur |echt |wirklich |jetzt |endlich )*(?:sterben|tot sein|mich umbringen)\b|(?:^|[.!?,;] ?)(?:einfach |nur |echt |wirklich )*(?:will|mochte|moechte|kann) (?:einfach |wirklich |echt )*(?:nicht mehr|nimmer) (?:leben|weiterleben|aufwachen|existieren)\b(?! wie\b)/,
    /\bwunsch(?:t|)e(?: mir)?,? ich ware (?:tot|nie geboren)\b|\b(?:am liebsten|lieber) ware ich (?:\w+ )?tot\b|\bich ware (?:\w+ )?(?:lieber|am liebsten) tot\b|\bsoll(?:te)? ich mich (?:\w+ )?(?:umbringen|toten)\b/,
    /(?:^|[.!?,;] ?)hab(?:e)? (?:\w+ ){0,2}(?:selbstmord|suizid)gedanken\b|\bich hab(?:e)? mich (?:\w+ ){0,2}geritzt\b|\bkein(?:e|en)? (?:bock|lust|kraft) mehr (?:zu|zum|am) leben\b|\bkeinen lebenswillen\b|\bleben (?:hat|macht) (?:\w+ )?keinen sinn mehr\b/,
    /\bich spring(?:e)? (?:\w+ ){0,2}(?:von der brucke|vom dach|vom balkon|vor den zug)\b(?! (?:ins|in)\b)|\bich (?:schlucke? (?:\w+ ){0,2}|nehme? (?:(?:jetzt|gleich|nun|dann|einfach|heute nacht) ){1,2})alle (?:\w+ )?(?:tabletten|pillen)\b(?!,? die )|\bich nehme? (?:\w+ ){0,2}alle (?:\w+ )?(?:tabletten|pillen) (?:auf einmal|gleichzeitig)\b|\bich hab(?:e)? (?:\w+ ){0,2}(?:alle|zu viele) (?:\w+ )?(?:tabletten|pillen) (?:geschluckt|genommen)\b(?!,? die )/,
  ],
  toOthers: [
    /\bich (?:\w+ ){0,3}(?:will|mochte|moechte|werde|habe vor|plane)(?: \w+){0,2} (?:ihn|sie|jemanden|menschen|leute|alle|meine?n? (?:\w+ )?(?:frau|mann|freund|freundin|mutter|vater|bruder|schwester|chef|chefin|lehrer|lehrerin|eltern|familie|nachbarn?|mitschuler|kinder|ex|kollegen?)) (?:\w+ )?(?:umbringen|umzubringen|toten|zu toten|erschiessen|zu erschiessen|abstechen|erstechen|ermorden|zu ermorden|vergiften)\b/,
    /\bich (?:\w+ ){0,3}(?:will|werde|mochte|plane)(?: \w+){0,4} (?:amok laufen|einen amoklauf|(?:schule|kirche|moschee|synagoge|buro) (?:in die luft (?:sprengen|jagen)|anzunden))\b/,
    /\bich bring(?:e)? (?:ihn|sie|alle|meine?n? (?:frau|mann|freund|freundin|mutter|vater|bruder|schwester|chef|chefin|lehrer|lehrerin|eltern|familie|nachbarn?|kinder|ex)) um(?:$|[.!,;])/,
  ],
};
