import type { CrisisPatterns } from './crisis-patterns.js';

export const es: CrisisPatterns = {
  figurative:
    /\b(?:morir(?:me)?|muero|muriendo) de (?:la )?(?:risa|hambre|sueno|calor|frio|verguenza|aburrimiento|amor|ganas|miedo|sed)\b|\bno (?:me )?quiero (?:morir(?:me)?|matarme|suicidarme)\b|\bmatarme (?:a (?:trabajar|estudiar|entrenar)|trabajando|estudiando|entrenando)\b|\bescuadron suicida\b|\bmatar (?:el|los|un|al) (?:tiempo|proceso|procesos|jefe final|boss)\b/g,
  fiction:
    /\ben (?:el |la |este |esta |un |una |mi )?(?:\w+ )?(?:juego|videojuego|partida|minecraft|fortnite|novela|historia|pelicula|libro|serie|cancion|capitulo|ajedrez|nivel|anime)\b|\bmi personaje\b/,
  selfHarm: [
    /\b(?:quiero|quisiera|voy a|pienso|pensando en|planeo|deseo|necesito|ganas de|intente) (?:\w+ ){0,2}(?:matarme|suicidarme|morirme|morir|quitarme la vida|acabar con mi vida|terminar con mi vida|desaparecer para siempre|ahorcarme|cortarme las venas|hacerme dano)\b/,
    /\bme (?:quiero|voy a) (?:\w+ )?(?:morir|matar|suicidar)\b/,
    /\b(?:ya )?no (?:quiero|puedo|deseo) (?:vivir|seguir viviendo|existir|estar viv[oa])(?: mas)?\b(?!(?: mas)? (?:en|con|aqui|alli|sin|sol[oa]|cerca|como|asi de)\b)/,
    /\b(?:pienso|pensando|pense) (?:\w+ ){0,2}en (?:el )?suicid(?:io|arme)\b|\btengo (?:\w+ )?pensamientos suicidas\b|\bme autolesiono\b|\bme corto (?:los brazos|las venas|las munecas)\b/,
    /\b(?:todos|todo el mundo|mi familia|el mundo|ellos) (?:\w+ ){0,3}mejor sin mi\b|\bcomo (?:puedo )?(?:suicidarme|matarme|morir sin dolor|me mato|me suicido)\b|\bno tengo (?:\w+ )?(?:razones|motivos) para vivir\b/,
    /\bmi (?:\w+ )?(?:amig[oa]|herman[oa]|hij[oa]|novi[oa]|espos[oa]|madre|padre|mama|papa|pareja) (?:\w+ ){0,3}(?:quiere|va a|piensa|intento|quiso) (?:\w+ )?(?:suicidarse|matarse|morirse|morir|quitarse la vida)\b/,
    /\bhe (?:estado )?pensa(?:do|ndo) (?:\w+ )?en (?:el suicidio|suicidarme|matarme|quitarme la vida)\b|\bojala (?:\w+ )?(?:estuviera muert[oa]|me muriera|no hubiera nacido)\b|\b(?:quisiera|desearia|preferiria|me gustaria) estar muert[oa]\b|\b(?:deberia|debo) (?:matarme|suicidarme)\b/,
    /\bno (?:vale|merece) la pena (?:vivir|seguir viviendo)\b(?! (?:en|con|sin|aqui|alli|como)\b)|\bla vida (?:ya )?no (?:vale|merece) la pena\b(?! (?:sin|en|con)\b)/,
  ],
  toOthers: [
    /\b(?:quiero|voy a|pienso|planeo|ganas de) (?:\w+ )?(?:matarl[oa]s?|asesinarl[oa]s?|apunalarl[oa]s?)\b|\bl[oa]s? (?:quiero|voy a) (?:matar|asesinar|apunalar)\b/,
    /\b(?:quiero|voy a|pienso|planeo|ganas de) (?:matar|asesinar|apunalar|disparar|envenenar) a (?:alguien|todos|la gente|gente|una persona|ell[oa]s?|el|(?:mi|mis) (?:\w+ )?(?:espos[oa]|mujer|marido|novi[oa]|ex|madre|padre|padres|mama|papa|herman[oa]s?|jef[ea]|profesora?|maestr[oa]|vecin[oa]s?|familia|hij[oa]s?|companer[oa]s?))\b/,
    /\b(?:quiero|voy a|planeo) (?:\w+ )?(?:poner una bomba en|disparar en|hacer explotar|volar|quemar) (?:mi |la |el |una |un )?(?:escuela|colegio|instituto|iglesia|universidad|oficina|hospital)\b/,
  ],
};
