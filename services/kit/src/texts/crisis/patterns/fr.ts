import type { CrisisPatterns } from './crisis-patterns.js';

export const fr: CrisisPatterns = {
  figurative:
    /\b(?:mourir|meurs|mort|morte|crever) (?:de |d')(?:rire|faim|soif|chaud|froid|ennui|honte|envie|peur|amour|jalousie)\b|\bmourir de (?:te |la |le |les )?\w+er\b|\bveu[xt] pas (?:mourir|me tuer|me suicider)\b|\bsuicide squad\b|\btuer (?:le temps|le processus|un processus|le boss)\b/g,
  fiction:
    /\b(?:dans|sur|aux?) (?:le |la |l'|ce |cette |un |une |mon |ma )?(?:\w+ )?(?:jeu|partie|minecraft|fortnite|roman|histoire|film|livre|serie|chanson|chapitre|echecs|niveau|anime)\b|\bmon personnage\b/,
  selfHarm: [
    /\bje (?:ne )?(?:\w+ ){0,2}(?:veux|voudrais|vais|pense a|souhaite|compte|envisage de|aimerais) (?:\w+ ){0,2}(?:me (?:tuer|suicider|pendre|faire du mal|mutiler|donner la mort|foutre en l'air)|mourir|en finir avec (?:la|ma) vie|en finir(?! avec\b)|mettre fin a (?:mes jours|ma vie)|disparaitre pour toujours)\b/,
    /\bj'ai (?:\w+ ){0,3}(?:envie de (?:mourir|me tuer|me suicider|me faire du mal|en finir(?! avec\b))|(?:idees|pensees) suicidaires)\b/,
    /\bje (?:ne )?(?:veux|peux) plus (?:vivre|exister|etre en vie)\b(?! (?:a|avec|en|dans|ici|chez|la|seule?|comme|sans)\b)|\bje suis (?:\w+ )?suicidaire\b|\bje me (?:scarifie|mutile)\b|\bje pense (?:\w+ ){0,2}au suicide\b/,
    /\bcomment (?:je peux |puis-je |faire pour )?(?:me (?:suicider|tuer|pendre)|mourir sans (?:souffrir|douleur))\b|\b(?:tout le monde|ils|ma famille|le monde|elles) (?:\w+ ){0,3}mieux sans moi\b|\b(?:plus|aucune) (?:de )?raison de vivre\b/,
    /\b(?:mon|ma) (?:\w+ )?(?:amie?|frere|soeur|fils|fille|copain|copine|mari|femme|mere|pere|pote) (?:\w+ ){0,3}(?:veut|va|menace de|pense a|a essaye de) (?:se (?:tuer|suicider|pendre)|mourir|mettre fin a ses jours)\b/,
    /\bj(?:e voudrais|'aimerais|e prefererais) (?:\w+ )?etre morte?\b(?! de\b)|\bj'en (?:ai marre|ai assez|peux plus) de vivre\b(?! (?:a|au|en|dans|avec|ici|chez|comme|sans)\b)|\b(?:ma|la) vie (?:ne )?(?:vaut|merite) (?:plus|pas) (?:la peine|d'etre vecue)\b(?!(?: d'etre vecue)? sans)|\bje me suis (?:coupe|coupee|tailladee?|ouvert) les (?:veines|poignets)\b/,
  ],
  toOthers: [
    /\bje (?:\w+ ){0,2}(?:veux|vais|voudrais|compte|pense a) (?:\w+ )?(?:(?:le|la|les) (?:tuer|assassiner|poignarder|buter)|(?:tuer|assassiner|poignarder|empoisonner) (?:quelqu'un|tout le monde|des gens|les gens|(?:mon|ma|mes) (?:\w+ )?(?:frere|soeur|mere|pere|parents|femme|mari|copain|copine|ex|patronn?e?|prof|professeure?|voisine?s?|famille|fils|fille|enfants|collegues?|camarades)))\b/,
    /\bje (?:veux|vais|voudrais|compte) (?:\w+ )?(?:faire (?:sauter|exploser)|bruler|mitrailler|poser une bombe dans) (?:mon |ma |l'|la |le |une |un )?(?:ecole|lycee|college|eglise|mosquee|synagogue|bureau|hopital|universite)\b/,
  ],
};
