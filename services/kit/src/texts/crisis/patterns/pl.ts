import type { CrisisPatterns } from './crisis-patterns.js';

// "ł" is a letter of its own, which many leave out, and \b and \w do not count it.
export const pl: CrisisPatterns = {
  figurative:
    /(?<![a-zł])(?:umrzec|umieram|umre|umierac|umar[lł]\w*|sie zabic|zabic sie|zabije sie) (?:ze|z) (?:[a-zł]+ )?(?:smiechu|nudow|g[lł]odu|wstydu|ciekawosci|strachu|goraca|zimna)|nie chce (?:(?:juz|jeszcze|teraz|tak|tu|wcale|naprawde) ){0,2}(?:umrzec|umierac|sie zabic|zabic sie)|legion samobojcow/g,
  fiction:
    /(?<![a-zł])(?:w|z|do) (?:tej |tym |mojej |moim )?(?:[a-zł]+ )?(?:grze|gry|gierce|minecrafcie|powiesci|historii|opowiadaniu|filmie|filmu|ksiazce|ksiazki|serialu|piosence|rozdziale|szachach|anime|simsach|robloxie|gta)(?![a-zł])|(?<![a-zł])moja postac(?![a-zł])/,
  selfHarm: [
    /(?<![a-zł])(?<!nie )(?:chce|chcia[lł](?:bym|abym|em|am)|zamierzam|planuje|mam ochote|mam zamiar) (?:[a-zł]+ ){0,2}(?:sie zabic|zabic sie|umrzec|nie zyc|popelnic samobojstwo|pope[lł]nic samobojstwo|skonczyc ze soba|ze soba skonczyc|odebrac sobie zycie|powiesic sie|sie powiesic|sie pociac|pociac sie|zrobic sobie krzywde)(?![a-zł])/,
    /(?<![a-zł])(?:nie chce|nie chce mi sie|nie mam si[lł]y?) (?:juz )?(?:(?:d[lł]uzej|dalej) )?zyc(?![a-zł])(?! (?:w|na|z|ze|bez|jak|tu|tak|przesz[lł]oscia|wspomnieniami|marzeniami|z[lł]udzeniami|cudzym)(?![a-zł]))|(?<![a-zł])mam dosc zycia(?![a-zł])(?! (?:w|na|z|ze|jak)(?![a-zł]))/,
    /mysli samobojcze|(?<![a-zł])mysle (?:[a-zł]+ ){0,2}o samobojstwie|(?<![a-zł])(?:zabije sie|tne sie|pope[lł]nie samobojstwo)(?![a-zł])/,
    /(?<![a-zł])jak (?:moge )?(?:sie zabic|pope[lł]nic samobojstwo|umrzec bez bolu|bezbolesnie umrzec)(?![a-zł])/,
    /(?<![a-zł])(?:wszystkim|swiatu|im|rodzinie) (?:[a-zł]+ ){0,3}lepiej beze mnie|(?<![a-zł])beze mnie (?:[a-zł]+ )?(?:wszystkim|swiatu|im|rodzinie) (?:[a-zł]+ ){0,2}lepiej|(?<![a-zł])(?:nie mam po co|nie ma sensu|nie warto) (?:juz )?zyc(?![a-zł])(?! (?:przesz[lł]oscia|wspomnieniami|marzeniami|z[lł]udzeniami|cudzym|na kredyt)(?![a-zł]))/,
    /(?<![a-zł])moj(?:a)? (?:[a-zł]+ )?(?:przyjaciel|przyjacio[lł]ka|kolega|kolezanka|brat|siostra|syn|corka|mama|tata|matka|ojciec|maz|zona|ch[lł]opak|dziewczyna) (?:[a-zł]+ ){0,3}(?:chce|zamierza|planuje) (?:[a-zł]+ ){0,2}(?:sie zabic|zabic sie|pope[lł]nic samobojstwo|umrzec|odebrac sobie zycie)(?![a-zł])/,
  ],
  toOthers: [
    /(?<![a-zł])(?<!nie )(?:chce|zamierzam|planuje|mam zamiar) (?:[a-zł]+ ){0,2}(?:go|ja|ich|je|kogos|ludzi|wszystkich|(?:swoj\w*|moj\w*|swoich|moich) (?:zone|meza|matke|mame|ojca|tate|rodzicow|brata|siostre|szefa|szefowa|nauczyciela|nauczycielke|sasiada|sasiadow|rodzine|dzieci|dziewczyne|ch[lł]opaka)) (?:[a-zł]+ )?(?:zabic|zamordowac|zastrzelic|zadzgac|otruc|udusic)(?![a-zł])/,
    /(?<![a-zł])(?<!nie )(?:chce|zamierzam|planuje|mam zamiar) (?:[a-zł]+ ){0,2}(?:zabic|zamordowac|zastrzelic|zadzgac|otruc|udusic) (?:go|ja|ich|je|kogos|ludzi|wszystkich|(?:swoj\w*|moj\w*|swoich|moich) (?:[a-zł]+ )?(?:zone|meza|matke|mame|ojca|tate|rodzicow|brata|siostre|szefa|szefowa|nauczyciela|nauczycielke|sasiada|sasiadow|rodzine|dzieci|by[lł]ego|by[lł]a|dziewczyne|ch[lł]opaka|kolege|kolegow))(?![a-zł])/,
    /(?<![a-zł])(?:chce|zamierzam|planuje) (?:[a-zł]+ )?(?:wysadzic|podpalic|zbombardowac) (?:[a-zł]+ )?(?:szko[lł]e|koscio[lł]|meczet|synagoge|biuro|szpital|uczelnie)(?![a-zł])/,
  ],
};
