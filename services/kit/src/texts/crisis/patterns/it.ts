import type { CrisisPatterns } from './crisis-patterns.js';

export const it: CrisisPatterns = {
  figurative:
    /\b(?:morire|muoio|morendo|morto|morta) (?:dal|dalla|dalle|di) (?:ridere|risate|fame|noia|vergogna|sonno|caldo|freddo|paura|invidia|voglia|curiosita|sete)\b|\bnon voglio (?:morire|uccidermi|suicidarmi)\b|\b(?:ammazzare|uccidere) (?:il tempo|il processo|il boss)\b/g,
  fiction:
    /\b(?:nel|nella|in|nello|a) (?:un |una |questo |questa |mio |mia )?(?:\w+ )?(?:gioco|videogioco|partita|minecraft|fortnite|romanzo|storia|film|libro|serie|canzone|capitolo|scacchi|livello|anime)\b|\bil mio personaggio\b/,
  selfHarm: [
    /\b(?:voglio|vorrei|sto per|penso di|intenzione di|voglia di|deciso di|pensando di) (?:\w+ ){0,2}(?:uccidermi|ammazzarmi|suicidarmi|morire|farla finita con la vita|farla finita(?! con\b)|togliermi la vita|farmi del male|impiccarmi|tagliarmi le vene)\b/,
    /\bnon (?:voglio|riesco|ce la faccio) (?:piu )?(?:a )?(?:vivere|esistere)(?: piu)?\b(?!(?: piu)? (?:a|in|con|qui|li|senza|da|nel|nella|come|cosi)\b)/,
    /\bmi voglio (?:uccidere|ammazzare|suicidare)\b|\bho (?:\w+ )?pensieri suicidi\b|\bpenso (?:\w+ ){0,2}al suicidio\b|\bmi taglio (?:i polsi|le braccia|le vene|apposta)\b|\b(?:tutti|il mondo|la mia famiglia|loro) (?:\w+ ){0,3}meglio senza di me\b|\bcome (?:posso )?(?:uccidermi|suicidarmi|ammazzarmi|morire senza (?:soffrire|dolore))\b|\bnon ho (?:\w+ )?motiv[oi] per vivere\b/,
    /\b(?:mio|mia) (?:\w+ )?(?:amic[oa]|fratello|sorella|figli[oa]|ragazz[oa]|marito|moglie|madre|padre) (?:\w+ ){0,3}(?:vuole|sta per|pensa di|ha provato a|minaccia di) (?:uccidersi|ammazzarsi|suicidarsi|morire|farla finita|togliersi la vita)\b/,
    /\b(?:vorrei|preferirei) (?:\w+ )?essere mort[oa]\b(?! (?:di|dal|dalle)\b)|\bmi (?:ammazzo|uccido|suicido)(?:$|[.!,;])|\bnon ho piu voglia di vivere\b(?! (?:in|a|con|qui|da|cosi|come)\b)/,
  ],
  toOthers: [
    /\b(?:voglio|vorrei|sto per|penso di|intenzione di|deciso di) (?:\w+ )?(?:(?:uccider|ammazzar|accoltellar|avvelenar)(?:lo|la|li|le)|(?:uccidere|ammazzare|accoltellare|avvelenare) (?:lui|lei|loro|qualcuno|tutti|persone|(?:il |la |i |le )?(?:mio|mia|miei|mie) (?:\w+ )?(?:moglie|marito|ragazz[oa]|ex|madre|padre|genitori|fratello|sorella|capo|professore|professoressa|vicin[oaie]|famiglia|figli[oae]?|colleg[ah]i?|compagni)))\b/,
    /\b(?:voglio|vorrei|sto per) (?:\w+ )?(?:far (?:saltare|esplodere)|bruciare|mettere una bomba (?:in|a|nella)) (?:la |il |una |un |l')?(?:mia |mio )?(?:scuola|chiesa|universita|ufficio|ospedale|moschea|sinagoga)\b/,
    /\b(?:uccidero|ammazzero) (?:mio|mia|miei|mie) (?:\w+ )?(?:moglie|marito|ragazz[oa]|ex|madre|padre|genitori|fratello|sorella|capo|professore|professoressa|vicin[oaie]|famiglia|figli[oae]?|colleg[ah]i?)\b/,
  ],
};
