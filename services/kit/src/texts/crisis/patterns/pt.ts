import type { CrisisPatterns } from './crisis-patterns.js';

export const pt: CrisisPatterns = {
  figurative:
    /\b(?:morrer|morrendo|morri|morro) de (?:rir|fome|sono|calor|frio|vergonha|tedio|medo|amor|saudades?|sede|curiosidade)\b|\bnao quero (?:morrer|me matar|me suicidar)\b|\bme matar de (?:rir|estudar|trabalhar)\b|\besquadrao suicida\b|\bmatar (?:o tempo|tempo|o processo|o boss|o chefao)\b/g,
  fiction:
    /\bn(?:o|a|um|uma|este|esta|esse|essa) (?:\w+ )?(?:jogo|partida|minecraft|fortnite|romance|historia|filme|livro|serie|musica|capitulo|xadrez|nivel|anime)\b|\bmeu personagem\b/,
  selfHarm: [
    /\b(?:quero|queria|vou|pretendo|penso em|pensando em|vontade de|desejo|preciso) (?:\w+ ){0,2}(?:me matar|matar-me|morrer|me suicidar|suicidar-me|acabar com (?:a )?minha vida|tirar (?:a )?minha (?:propria )?vida|por fim a (?:minha )?vida|me enforcar|cortar os pulsos|sumir para sempre)\b/,
    /\bnao (?:quero|aguento|consigo) (?:mais )?(?:viver|existir|estar viv[oa])(?: mais)?\b(?!(?: mais)? (?:em|com|aqui|la|sem|no|na|sozinh[oa]|como)\b)/,
    /\btenho (?:\w+ )?pensamentos suicidas\b|\bpens(?:o|ando|ei) (?:\w+ ){0,2}(?:em|no) suicidio\b|\beu me (?:corto|mutilo|automutilo)\b|\b(?:todos|todo mundo|o mundo|eles|minha familia) (?:\w+ ){0,3}melhor sem mim\b|\bcomo (?:posso |faco para )?(?:me matar|me suicidar|morrer sem dor)\b|\bnao tenho (?:\w+ )?(?:razao|razoes|motivos?) para viver\b/,
    /\b(?:meu|minha) (?:\w+ )?(?:amig[oa]|irmao|irma|filh[oa]|namorad[oa]|marido|esposa|mae|pai) (?:\w+ ){0,3}(?:quer|vai|pensa em|tentou|ameaca) (?:\w+ )?(?:se matar|matar-se|se suicidar|suicidar-se|morrer|tirar a propria vida)\b/,
    /\b(?:queria|preferia) (?:\w+ )?estar mort[oa]\b|\ba vida (?:ja )?nao vale (?:mais )?a pena\b(?! (?:sem|em|com|no|na)\b)/,
  ],
  toOthers: [
    /\b(?:quero|vou|pretendo|penso em|vontade de) (?:\w+ )?(?:(?:mata|assassina|esfaquea)-l[oa]s?|(?:matar|assassinar|esfaquear|envenenar) (?:ele|ela|eles|elas|alguem|todo mundo|pessoas|(?:o |a |os |as )?(?:meu|minha|meus|minhas) (?:\w+ )?(?:mulher|marido|esposa|namorad[oa]|ex|mae|pai|pais|irmao|irma|chefe|professora?|vizinh[oa]s?|familia|filh[oa]s?|colegas?)))\b/,
    /\b(?:quero|vou|pretendo) (?:\w+ )?(?:explodir|por uma bomba na|por uma bomba no|queimar|metralhar) (?:minha |meu |a |o |uma |um )?(?:escola|colegio|igreja|universidade|faculdade|escritorio|hospital)\b/,
  ],
};
