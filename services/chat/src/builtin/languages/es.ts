import type { LanguageTexts } from './language-texts.js';
import { SAID } from './said/es.js';

export const es: LanguageTexts = {
  locale: 'es-ES',
  name: 'Español',
  words:
    'a al algo alguien algún alguna ante antes aquí así aún bien cada como cómo con cual cuál cuando cuándo cuánto cuánta cuántos cuántas cuesta de del desde donde dónde dos el él ella en entre era eres es esa ese eso esta está están este esto estoy fue gracias gusta ha hace hacer hacia han hasta hay he hola hoy la las le lo los más me mi mis mucho muy nada ni no nos nosotros o otra otro para pero poco por porque puede puedes puedo que qué quien quién quiero se sea ser si sí sin sobre son soy su sus también te tengo tener ti tiene tienes todo todos tu tú un una uno unos usted va vamos y ya yo abre ayer',
  letters: 'ñ¿¡',
  greetings:
    'hola [a todos|amigo|amiga|otra vez] / holi / buenas [tardes|noches] / buenos días / buen día / qué tal todos / saludos / ey / hey / ola',
  polite:
    'por favor / porfa / ok / vale / bueno / pues / a ver / eh / este / gracias / muchas gracias / una pregunta / perdona / perdón / disculpa / oye / ah',
  openings:
    '(puedes|podrías|puede|podría) (decirme|explicarme|contarme|decirnos|explicar) [algo] [sobre|acerca de] / me (puedes|podrías|puede) (decir|explicar|contar) [algo] [sobre] / (sabes|sabe) [algo] (sobre|de) / sabes / dime / cuéntame [algo|más] [sobre|de] / explícame / (quiero|quisiera|me gustaría|necesito) saber / háblame (de|sobre) / qué sabes (sobre|de) / qué hay de / qué pasa con / información sobre',
  calculate:
    'cuánto es / cuanto es / cuánto es el / cuanto es el / el / cuánto son / cuanto son / cuánto da / calcula / qué es / cuánto hace',
  math: {
    '+': 'más / mas',
    '-': 'menos',
    '*': 'por / multiplicado por',
    '/': 'entre / dividido por / dividido entre',
    of: 'de / del',
  },
  choose: '(elige|escoge|decide) [por mí] [entre] / qué es mejor / qué prefieres',
  or: 'o / y / u',
  roll: '(tira|lanza|lánzame|tírame) [un|unos|el|los|dado|dados]',
  myNameIs: 'me llamo / mi nombre es / llámame / puedes llamarme',
  clock:
    'qué hora es [ahora] / qué hora es en {} / hora / la hora / hora en {} / dime la hora / qué día es [hoy] / qué fecha es [hoy] / a qué día estamos / qué día estamos / a cuánto estamos / a qué fecha estamos / fecha / fecha de hoy / qué hora tienes',
  you: 'tú te ti tu tus contigo usted su eres tienes vives puedes sabes haces estás quieres vos',
  insults:
    'idiota estúpid estupid tonto tonta imbécil imbecil inútil inutil mierda basura puta puto pendej cabrón cabron gilipollas joder jodet asco torpe payaso',
  amount: 'cuándo cuando cuánto cuanto cuánta cuanta cuesta precio hora vale dura tiempo abre cierra edad alto alta lejos',
  because: 'porque pues debido razón motivo',
  phrases: {
    howAreYou:
      '(cómo|que) (estás|está|te va|va todo|andas|va) [hoy] / qué (tal|tal estás|tal todo|hay|onda|cuentas|haces) / y (tú|usted|vos) / todo bien / cómo te sientes [hoy] / qué tal tu día / cómo ha ido tu día',
    iAmFine:
      '[estoy|muy|todo] [muy] (bien|genial|perfecto|estupendamente) [gracias] / no (me quejo|está mal) / bien gracias / más o menos',
    farewell:
      'adiós / chao / chau / hasta (luego|pronto|mañana|la próxima|otra|la vista) / nos vemos [luego|mañana|pronto] / buenas noches / cuídate / me (voy|tengo que ir) / que (tengas|tenga) [un] buen día / que descanses / bye',
    thanks:
      '(muchas|mil|muchísimas) gracias [por la ayuda|por tu ayuda|por todo] / gracias [por la ayuda|por tu ayuda|por todo|de nuevo|a ti] / te lo agradezco / [me] ha [sido] [muy] útil / muy útil / grax / gracias amigo',
    name: 'cómo te llamas / cuál es tu nombre / tu nombre / tienes nombre / cómo se llama / con quién hablo',
    whoAreYou:
      'quién eres [tú] / qué eres [tú] / quién es usted / preséntate / háblame de ti / cuéntame (algo|más) (sobre|de) ti / cuéntame sobre ti / descríbete / a qué te dedicas / qué haces [aquí] / cuál es tu (trabajo|función|propósito)',
    areYouHuman:
      'eres [de verdad|realmente] [un|una] (humano|humana|persona|persona real|bot|robot|máquina|ia|programa|ordenador|inteligencia artificial|chatgpt) [o [un|una] (bot|robot|máquina|humano|persona|ia)] / (hablo|estoy hablando) con [un|una] (humano|persona|bot|robot|máquina|ia) / eres real / estás vivo / estás viva / eres de verdad',
    feelings:
      '(me (quieres|amas|odias|extrañas)|te gusto) / tienes sentimientos / puedes (sentir|amar|soñar) / estás (feliz|triste|sola|solo|enamorado|enamorada|enfadado) / te (quiero|amo) / quieres casarte conmigo / sueñas / duermes / eres mi (amigo|amiga|novio|novia)',
    whatCanYouDo:
      'ayuda / ayúdame / qué (puedes|sabes) hacer [por mí] / en qué (puedes|me puedes) ayudar [me] / en qué puedes ayudarme / puedes ayudarme / cómo funcionas / cómo funciona esto / comandos / necesito ayuda / para qué sirves',
    topics:
      'qué sabes / qué (puedo|te puedo) preguntar [te] / qué puedo preguntarte / de qué podemos hablar / qué temas (conoces|sabes) / qué has aprendido / de qué sabes / cuáles son tus temas / temas',
    maker:
      'quién te (creó|hizo|ha creado|programó|desarrolló|construyó|inventó|hizo así) / quién es tu (creador|creadora|dueño|dueña|jefe|jefa|amo|desarrollador) / de quién eres / quiénes son tus padres',
    home: 'dónde (vives|estás|estás ahora) / de dónde eres / de dónde vienes / dónde está tu casa / de qué país eres',
    age: 'cuántos años tienes / qué edad tienes / cuándo (naciste|es tu cumpleaños|te crearon|cumples años) / tu edad',
    compliment:
      '(buen|gran) (bot|trabajo) / bien hecho / eres [muy|tan|el|la] (genial|bueno|buena|listo|lista|simpático|simpática|amable|lindo|linda|mejor|divertido|divertida|inteligente|útil|increíble|majo|maja) / me (gustas|caes bien) / genial / increíble / perfecto / excelente / estupendo / muy bien / qué bien / fantástico',
    apology:
      'lo siento [mucho] / perdón / perdona / perdóname / disculpa / disculpas / mis disculpas / no (quería ofenderte|fue mi intención) / culpa mía',
    joke: '[me] [cuéntame|dime|cuenta|puedes contar|puedes contarme|sabes] [un|otro|algún] [buen] chiste / [otro|un] chiste / hazme reír / sabes chistes / di algo gracioso / otro [más] / uno más',
    coin: '(lanza|tira|echa) [una|la] moneda / cara o cruz / cara o sello / moneda',
    dice: '(tira|lanza) [un|el|los|unos] (dado|dados) / dado / dados',
    myName:
      'cómo me llamo / cuál es mi nombre / (sabes|recuerdas|te acuerdas de) (mi nombre|cómo me llamo|quién soy) / quién soy [yo] / me (recuerdas|conoces) / te acuerdas de mí',
    aboutMe:
      'qué (sabes|recuerdas) (de|sobre) mí / qué te (he contado|he dicho|conté|dije) [de mí|sobre mí] / dónde vivo / de dónde soy / en qué ciudad vivo / qué [no] me gusta / cuáles son mis (gustos|aficiones|pronombres|alergias) / cuándo es mi cumpleaños / cuándo nací / en qué trabajo / cuál es mi (trabajo|profesión) / a qué soy (alérgico|alérgica)',
    tellMore:
      '(cuéntame|dime|explícame) (más|algo más) [sobre eso|de eso] / más [información|detalles] [por favor] / sigue / continúa / (qué|algo) más / y qué más / y [luego|después] / eso es todo / qué más sabes [de eso|sobre eso] / detalles / y entonces',
    why: '[y|pero] por qué [no|es así|eso] / porqué / porque / y eso / cómo es eso / para qué / cuál es (la razón|el motivo)',
    sad: '(estoy|me siento) [muy|tan|un poco|bastante] (triste|mal|solo|sola|cansado|cansada|estresado|estresada|deprimido|deprimida|agotado|agotada|enfermo|enferma|infeliz) [hoy] / he tenido un mal día / tuve un mal día / mal día / (no estoy|no muy|nada) bien',
    happy:
      '(estoy|me siento) [muy|tan] (feliz|contento|contenta|emocionado|emocionada|orgulloso|orgullosa) [hoy] / he (aprobado|ganado) / aprobé / gané / (es|hoy es) mi cumpleaños / [qué] buen día',
    bored:
      '(estoy aburrido|estoy aburrida|me aburro) [mucho|tanto] / qué aburrimiento / aburrido / aburrida / qué (hago|puedo hacer) / entretenme / (hablemos|juguemos|charlemos) / habla conmigo / di algo',
    language:
      '(hablas|entiendes|sabes) {} / qué (idiomas|lenguas) (hablas|sabes|entiendes) / cuántos idiomas hablas / habla [en] {}',
    presence:
      'estás (ahí|aquí|despierto|despierta|en línea) / hay alguien [ahí|aquí] / prueba / test / ping / me (oyes|escuchas|lees) / funcionas',
    outside:
      'qué tiempo (hace|hará) [hoy|mañana] [en {}] / cómo está el (tiempo|clima) [hoy] [en {}] / (va a llover|lloverá|llueve) [hoy|mañana] [en {}] / el tiempo [de hoy] / clima [en {}] / [cuáles son las|qué] noticias [hay] [hoy] / qué hay de nuevo / busca {} en (internet|google|la web) / googlea {}',
    task: '[puedes] (escribe|escríbeme|escribir|escribirme|redacta) (un|una) (poema|historia|cuento|carta|correo|canción|código|programa|texto|ensayo|artículo|discurso) [sobre {}|para {}|de {}] / traduce {} / resume {} / (dibuja|dibújame|pinta) {}',
    wish: 'mucho gusto / (encantado|encantada) [de conocerte] / [es] un placer [conocerte] / qué gusto verte / feliz (navidad|año nuevo|año|cumpleaños|pascua) / felices fiestas / felicidades / enhorabuena / buena suerte / suerte / (bienvenido|bienvenida) / buen provecho / que te mejores / que descanses / dulces sueños',
    unclear:
      '(qué|cómo|eh|perdón) / qué quieres decir [con eso] / no [te|lo] (entiendo|entendí|comprendo) [nada] / (puedes repetirlo|repite|repítelo) [por favor] / (eso|esto) (no es (cierto|verdad|correcto)|es (falso|mentira|incorrecto)|está mal) / (estás equivocado|estás equivocada|te equivocas) / no es (verdad|cierto) / (falso|incorrecto) / [eso] no tiene sentido / [eso] no me (ayuda|sirve) / (eso no es lo que|no) pregunté [eso]',
    insult:
      'te (odio|detesto) / vete a la mierda / vete al (infierno|carajo|diablo) / cállate [la boca] [ya] / cierra la boca / muérete / mátate / nadie te (quiere|necesita) / eres [muy|un|una|tan] (malo|mala|horrible|pésimo|pésima|pesado|pesada|feo|fea|aburrido|aburrida|molesto|molesta) / (mal|peor) bot / que te den / lárgate / me caes mal',
    acknowledged:
      'de nada / no hay de qué / no lo sé / no sé / ni idea / no hay problema / no pasa nada / nada / ok / okey / okay / vale / sí / si / claro / no / nop / entiendo / entendido / ya / ya veo / ajá / aja / bien / bueno / cierto / correcto / exacto / jaja / jajaja / jeje / lol / guay / interesante / vaya / oh / ah / mmm / de acuerdo / quizás / tal vez / da igual / qué pena / qué gracioso / en serio / por supuesto / está bien / qué interesante',
  },
  facts: {
    home: 'viv casa hogar origen direccion ubicad',
    maker: 'creo cread hizo hecho program desarroll duen invent fund',
    age: 'nac anos edad cumpleanos',
  },
  mine: 'tu>mi tus>mis te>me contigo>conmigo ti>mí tuyo>mío tuya>mía',
  firstPerson: [
    ['eres', 'Soy'],
    ['tú eres', 'Soy'],
    ['usted es', 'Soy'],
    ['vives', 'Vivo'],
    ['tienes', 'Tengo'],
    ['ayudas', 'Ayudo'],
    ['conoces', 'Conozco'],
    ['sabes', 'Sé'],
    ['trabajas', 'Trabajo'],
    ['vienes', 'Vengo'],
    ['naciste', 'Nací'],
    ['fuiste', 'Fui'],
    ['te gusta', 'Me gusta'],
    ['te gustan', 'Me gustan'],
    ['te encanta', 'Me encanta'],
    ['te creó', 'Me creó'],
    ['tu', 'Mi'],
    ['{name} es', 'Soy'],
    ['{name} vive', 'Vivo'],
    ['{name} tiene', 'Tengo'],
    ['{name} ayuda', 'Ayudo'],
    ['{name} conoce', 'Conozco'],
    ['un', 'Soy un'],
    ['una', 'Soy una'],
    ['el', 'Soy el'],
    ['la', 'Soy la'],
    ['soy', 'Soy'],
  ],
  says: SAID,
  states: {
    addressed: ', {name}',
    withoutModel: 'No tengo conectado ningún modelo de lenguaje: respondo con lo que me han enseñado.',
    described: 'Así me describen: «{text}»',
    topics: 'Sé de {titles}.',
    moreTopics: 'Sé de {titles} y {count} temas más.',
    alsoTopics: 'También sé de {titles}.',
    alsoMoreTopics: 'También sé de {titles} y {count} temas más.',
    allTopics: 'Esos son todos los temas que conozco. ¿De cuál hablamos?',
    noTopics: 'Todavía nadie me ha enseñado nada.',
    closest: 'Lo más cercano que conozco es {titles}.',
    yourName: 'El nombre es {who}.',
    remembered: 'Esto es lo que recuerdo: {facts}.',
    notRemembered: 'No recuerdo nada sobre eso.',
    nameUnknown: 'Todavía no conozco ese nombre. Basta con escribir: «me llamo …».',
    quoted: 'De «{title}»: {text}',
    quotedAgain: 'Como decía, de «{title}»: {text}',
    noReason: 'El motivo no está en lo que me han enseñado.',
    teachMe: 'Con un texto sobre eso en Knowledge podré responder la próxima vez.',
    connectModel:
      'Con la clave de un modelo de lenguaje en Settings, o si quien administra este Kith conecta uno local como Ollama, puedo hablar de todo.',
    askOthers: 'Quizás alguien de aquí lo sepa, o sirva preguntarlo de otra forma.',
    now: 'Son las {time} ({zone}), {date}.',
    heads: 'Cara.',
    tails: 'Cruz.',
    rolled: 'Ha salido un {total}.',
    rolledSum: 'Ha salido {rolls} = {total}.',
    chosen: 'Elijo {option}.',
    result: 'Son {result}.',
    about: 'Son aproximadamente {result}.',
    tooLarge: 'Ese número es demasiado grande para mí.',
    byZero: 'No se puede dividir entre cero.',
    needsModel: 'Para eso necesito un modelo de lenguaje, y no tengo ninguno.',
    languages: 'Hablo {languages}. Basta con escribir en el idioma preferido.',
    received: 'He recibido {files}.',
    unread: 'No puedo leer {files}.',
  },
};
