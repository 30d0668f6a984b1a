import type { LanguageTexts } from './language-texts.js';
import { SAID } from './said/pt.js';

export const pt: LanguageTexts = {
  locale: 'pt-BR',
  name: 'Português',
  words:
    'a à ao aos agora algo alguém ainda antes aqui as até bem boa bom cada com como contigo custa da das de dela dele depois do dos e é ela ele em entre era és essa esse esta está estão estar este eu faz fazer foi fui gosta há hoje isso isto já lá leva mais mas me mesmo meu meus minha muito na não nas nem no nos nós nossa nosso o obrigada obrigado oi olá onde os ou para pela pelo pode podem posso por porque pra qual quais quando quanta quanto quantos que quem quer quero se sem ser seu sim só sobre sou sua são também tem tenho tens ter teu tu tua tudo tá um uma uns vai você vocês vou amanhã foram tempo',
  letters: 'ãõ',
  greetings:
    'oi [gente|pessoal|de novo] / olá [a todos|pessoal|gente] / bom dia [a todos] / boa (tarde|noite) / opa / e aí [gente] / hey / salve / alô / oie / oii',
  polite:
    'por favor / pfv / ok / bom / bem / então / olha / hum / obrigado / obrigada / muito obrigado / muito obrigada / uma pergunta / desculpa / com licença / ah / oh / ei',
  openings:
    '[você] (pode|podes|poderia|consegue) [me|nos] (dizer|explicar|contar|falar|informar) [algo|mais] [sobre|de] / [você] (sabe|sabes) [algo|alguma coisa] (sobre|de|do|da) / [você] (sabe|sabes) / me (diga|diz|explica|explique|conta|conte|fala|fale) [algo|mais] [sobre|de] / (diz|diga|conta|conte|explica) me [sobre] / (quero|queria|gostaria de|preciso) saber / fala sobre / o que (você sabe|sabes) (sobre|de) / e quanto (a|ao) / informações sobre',
  calculate: 'quanto é / quanto dá / quantos são / calcule / calcula / quanto que é / quanto fica / quanto são',
  math: { '+': 'mais', '-': 'menos', '*': 'vezes / multiplicado por', '/': 'dividido por / sobre', of: 'de / do' },
  choose: '(escolha|escolhe|decida|decide) [por mim] [entre] / o que é melhor',
  or: 'ou / e',
  roll: '(role|rola|jogue|joga|lance|lança) [um|uns|o|os|dado|dados]',
  myNameIs: '[o] meu nome é / me chamo / eu me chamo / chamo me / me chame de / pode me chamar de / chama me',
  clock:
    'que horas são [agora] / que hora é [agora] / que horas são em {} / hora / horas / a hora / hora em {} / que dia é [hoje] / que dia é hoje / que dia estamos / qual é a data [de hoje] / qual a data [de hoje] / que data é [hoje] / data / data de hoje / quantos são hoje / tem horas',
  you: 'você voce tu te ti teu tua seu sua és tens vives podes vc',
  insults:
    'idiota burro burra estúpid estupid imbecil inútil inutil lixo merda porra caralho puta otári otari trouxa babaca besta desgraç desgrac',
  amount: 'quando quanto quantos quanta custa preço preco hora horas abre fecha dura leva tempo alto alta longe idade',
  because: 'porque pois devido razão motivo',
  phrases: {
    howAreYou:
      '[o] que [você] (está|tá) fazendo / (como (vai|está|estás|você está|vocês estão|anda|vai você|vão as coisas)|tudo (bem|bom|certo|joia|ok)|beleza|e (você|tu|aí)|como você se sente|como foi (seu|o teu|o seu) dia|tudo bem com você|tudo bem contigo|qual é|quais as novidades|o que (você|tu) (conta|contas)) [hoje]',
    iAmFine:
      '[estou|tô|tudo|eu|vou] [muito] (bem|bom|ótimo|ótima|beleza|tranquilo) [obrigado|obrigada] / não posso reclamar / nada mal / mais ou menos / tudo (bem|certo|ótimo) [e você|obrigado|obrigada]',
    farewell:
      'tchau [tchau] / adeus / até (logo|mais|breve|amanhã|a próxima|depois|já) / falou / boa noite / (tenha|tem) um bom dia / bom (fim de semana|descanso) / preciso ir / tenho que ir / vou (indo|embora) / fui / abraço / abraços / a gente se vê / nos vemos [amanhã] / bye',
    thanks:
      '[muito] (obrigado|obrigada|grato|grata) [por tudo|pela ajuda|pela sua ajuda|mesmo|a você] / valeu [mesmo] / brigado / brigada / agradeço / agradecido / agradecida / [me] ajudou [muito] / muito útil / vlw / obg',
    name: '(como (você se chama|te chamas|se chama|é o seu nome|é o teu nome)|qual (é [o] (seu|teu)|o (seu|teu)|seu|teu) nome|(seu|teu) nome|você tem nome|com quem (eu falo|estou falando|falo))',
    whoAreYou:
      '(quem (é você|és tu|és|você é)|o que (é você|você é|és tu|és)|(se apresente|apresente se|apresenta te|se apresenta)|(fale|fala|me fale|me conte|conta) [um pouco] (sobre|de) (você|ti)|se descreva|o que você faz [aqui]|qual (é|) [o] (seu|teu) (trabalho|propósito|papel))',
    areYouHuman:
      '[você|tu] (é|és) [mesmo|realmente|de verdade] [um|uma] (humano|humana|pessoa|pessoa real|pessoa de verdade|ser humano|bot|robô|máquina|ia|programa|inteligência artificial|computador|chatgpt) [ou [um|uma] (bot|robô|máquina|humano|ia|pessoa)] / [eu] (falo|estou falando|tô falando) com [um|uma] (humano|pessoa|bot|robô|máquina|ia) / [você] (é|és) (real|de verdade) / [você] está vivo / [você] está viva',
    feelings:
      '[você] (me ama|gosta de mim|me odeia) / [você|tu] (tem|tens) sentimentos / [você] (pode|consegue) (sentir|amar|sonhar) [algo] / [você] está (feliz|triste|sozinho|sozinha|cansado|cansada|apaixonado|com raiva) / (te amo|eu te amo|amo você|amo te|gosto de você) / [você] quer casar comigo / [você] (sonha|dorme) / [você] é (meu amigo|minha amiga)',
    whatCanYouDo:
      '(ajuda|me ajuda|me ajude|ajude me|socorro|o que (você|tu) (pode|podes|sabe|sabes|consegue) fazer [por mim]|[você] pode me ajudar|como (você funciona|isso funciona|funciona)|comandos|preciso de ajuda|em que (você|tu) (pode|podes) [me] ajudar|como você pode me ajudar|para que você serve)',
    topics:
      '(o que (você sabe|sabes)|o que (eu posso|posso) [te] perguntar|sobre o que (podemos|a gente pode) (falar|conversar)|quais (são os seus|são seus|os seus) (temas|assuntos)|que assuntos você conhece|o que você aprendeu|assuntos|temas)',
    maker:
      '(quem (te criou|criou você|te fez|fez você|te programou|programou você|te desenvolveu|desenvolveu você|te inventou)|quem é [o|a] (seu|teu|sua) (criador|criadora|dono|dona|chefe|pai|mãe|desenvolvedor)|de quem (você é|és)|quem são (seus|os seus) pais)',
    home: '(onde (você mora|você vive|moras|vives|você está|estás|você fica)|de onde (você é|és|você vem|vens|você veio)|onde (é|fica) (sua|a tua) casa) [agora]',
    age: '(quantos anos (você tem|tens)|qual (é [a]|a) (sua|tua) idade|quando (você nasceu|nasceste|é [o] (seu|teu) aniversário|você foi criado|você foi criada|você faz aniversário)|(sua|tua) idade)',
    compliment:
      '(bom|boa) (bot|trabalho|menino|menina) / muito bem / bem feito / mandou bem / parabéns / [você|tu] (é|és) [muito|tão|o|a|demais] (legal|bom|boa|inteligente|fofo|fofa|gentil|engraçado|engraçada|útil|incrível|melhor|demais|querido|querida|simpático|simpática|esperto|esperta) / gosto do seu estilo / (ótimo|incrível|perfeito|excelente|maravilhoso|fantástico|que legal|que bom|show|massa|amei|adorei)',
    apology:
      '(desculpa|desculpe|me desculpe|desculpa me|foi mal|perdão|me perdoe|sinto muito|lamento|peço desculpas|não foi por mal|minha culpa)',
    joke: '[você] [pode|sabe|me|conhece] [conte|conta|me conta|me conte|contar|diga|fale|faça] [me] [uma|outra|mais uma|alguma] [boa] piada / [outra|uma] piada / me faça rir / me faz rir / (conhece|sabe) piadas / diga algo engraçado / mais uma / outra',
    coin: '(jogue|joga|lance|lança|tira|tire|vira) [uma|a] moeda / cara ou coroa / moeda',
    dice: '(role|rola|jogue|joga|lance|lança) [um|o|os|uns] (dado|dados) / dado / dados',
    myName:
      '(qual (é [o]|o) meu nome|como (eu me chamo|me chamo)|[você] (sabe|lembra|sabes|lembras|se lembra) [d] (meu nome|do meu nome|o meu nome|de mim|quem eu sou|quem sou)|quem sou eu)',
    aboutMe:
      'o que você (sabe|lembra) (de|sobre) mim / o que eu te (contei|disse) [sobre mim] / onde [eu] (moro|vivo) / de onde [eu] sou / em que cidade [eu] moro / do que [eu] [não] gosto / quando é [o] meu aniversário / quando [eu] nasci / qual é [o] meu (trabalho|emprego) / em que [eu] trabalho / a que [eu] sou (alérgico|alérgica)',
    tellMore:
      '[me] (conte|conta|fale|fala|diga|diz) (mais|mais sobre isso|mais disso) / mais [detalhes|informações|info] [por favor] / continue / continua / e (depois|aí|então|o que mais) / o que mais [você sabe] / algo mais / mais alguma coisa / é só isso / só isso / detalhes / prossiga',
    why: '[e|mas] por (que|quê) [não|isso|é assim] / porque / porquê / e por que / como assim / por qual motivo / para que / pra que',
    sad: '[eu] (estou|tô|me sinto|ando) [muito|tão|um pouco|bem] (triste|mal|sozinho|sozinha|cansado|cansada|estressado|estressada|deprimido|deprimida|exausto|exausta|doente|infeliz|chateado|chateada) [hoje] / tive um dia (ruim|péssimo|difícil) / dia ruim / (não estou|não tô|nada) bem / estou mal',
    happy:
      '[eu] (estou|tô|me sinto) [muito|tão] (feliz|contente|animado|animada|orgulhoso|orgulhosa|empolgado|empolgada) [hoje] / [eu] (passei|ganhei|consegui) [na prova|no exame] / (é|hoje é) [o] meu aniversário / dia bom / que dia bom',
    bored:
      '(estou entediado|estou entediada|tô entediado|tô entediada|que tédio|tédio|que chato|o que (eu faço|posso fazer|fazer)|me (entretenha|distraia|distrai)|vamos (conversar|jogar|falar)|fala comigo|fale comigo|diga algo|fala alguma coisa)',
    language:
      '[você] (fala|entende|sabe|falas) {} / (que|quais|quantas) (línguas|idiomas) (você|tu) (fala|falas|entende|sabe) / quantos idiomas você fala',
    presence:
      '([você] (está|tá|estás) (aí|aqui|acordado|acordada|online)|tem alguém (aí|aqui)|alguém aí|teste|test|ping|me (ouve|escuta)|você funciona|tá funcionando)',
    outside:
      '(como (está|é|vai estar) o tempo|qual (é|) a previsão [do tempo]|vai chover) [hoje|amanhã|agora] [em {}] / previsão do tempo [em {}] / (quais são as|as|últimas) notícias [de hoje] / (pesquise|pesquisa|procure|procura|busque) {} (na internet|no google|na web) / googla {}',
    task: '[você pode|pode] [me] (escreva|escreve|escrever|redija) [me] [um|uma] (poema|história|conto|carta|email|música|canção|código|programa|texto|redação|artigo|discurso) [sobre {}|para {}|de {}] / (traduz|traduza|traduzir) {} / (resume|resuma|resumir) {} / (desenhe|desenha|pinte) {}',
    wish: '[muito] prazer [em (te conhecer|conhecer você|conhecê lo|conhecê la)] / que bom te ver / feliz (natal|ano novo|aniversário|páscoa) / boas festas / parabéns / boa sorte / (bem vindo|bem vinda) [de volta] / bom apetite / melhoras / (durma|dorme) bem',
    unclear:
      '(o quê|quê|hein|como assim) / o que você quer dizer [com isso] / não (entendi|entendo|compreendi) [nada] / (pode repetir|repete|repita) / (isso|isto) (não é verdade|é mentira|está errado|tá errado|é falso|não está certo) / errado / você está (errado|errada|enganado|enganada) / [isso] não faz sentido / [isso] não (ajudou|ajuda) / não foi isso que [eu] perguntei',
    insult:
      '[eu] te (odeio|detesto) / [eu] (odeio|detesto) (você|te) / cala (a|essa|sua) boca / cale [a|se] [boca] / vai (se foder|pro inferno|para o inferno|à merda|tomar no cu|se ferrar) / vai te (foder|catar) / morre / se mata / se mate / ninguém (gosta de você|te quer) / você é [muito|um|uma|tão] (ruim|péssimo|péssima|horrível|chato|chata|feio|feia|insuportável) / bot (ruim|horrível|lixo) / some daqui / suma',
    acknowledged:
      '(de nada|por nada|sem problema|sem problemas|não sei|nada|imagina|ok|okay|tá|tá bom|tá bem|certo|sim|não|claro|entendi|entendo|entendido|ah|aham|uhum|legal|bom|bem|haha|hahaha|kkk|kk|k|rs|rsrs|lol|interessante|nossa|uau|oh|hmm|talvez|tanto faz|que pena|sério|verdade|exato|exatamente|beleza|saquei|combinado|com certeza|não faz mal|que engraçado|bacana)',
  },
  facts: {
    home: 'mor viv casa lar origem endereco',
    maker: 'criou cria feit fez program desenvolv don inventa constru',
    age: 'nasc anos idade aniversario',
  },
  mine: 'seu>meu sua>minha seus>meus suas>minhas teu>meu tua>minha te>me',
  firstPerson: [
    ['você é', 'Eu sou'],
    ['tu és', 'Eu sou'],
    ['você tem', 'Eu tenho'],
    ['você mora', 'Eu moro'],
    ['você vive', 'Eu vivo'],
    ['você gosta', 'Eu gosto'],
    ['você ama', 'Eu amo'],
    ['você ajuda', 'Eu ajudo'],
    ['você conhece', 'Eu conheço'],
    ['você sabe', 'Eu sei'],
    ['você foi', 'Eu fui'],
    ['você trabalha', 'Eu trabalho'],
    ['seu', 'Meu'],
    ['sua', 'Minha'],
    ['{name} é', 'Eu sou'],
    ['{name} mora', 'Eu moro'],
    ['{name} ajuda', 'Eu ajudo'],
    ['{name} conhece', 'Eu conheço'],
    ['um', 'Eu sou um'],
    ['uma', 'Eu sou uma'],
    ['o', 'Eu sou o'],
    ['a', 'Eu sou a'],
    ['eu', 'Eu'],
    ['sou', 'Sou'],
  ],
  says: SAID,
  states: {
    addressed: ', {name}',
    withoutModel: 'Nenhum modelo de linguagem está conectado a mim: respondo com o que me ensinaram.',
    described: 'É assim que me descrevem: “{text}”',
    topics: 'Eu sei sobre {titles}.',
    moreTopics: 'Eu sei sobre {titles} e mais {count} assuntos.',
    alsoTopics: 'Também sei sobre {titles}.',
    alsoMoreTopics: 'Também sei sobre {titles} e mais {count} assuntos.',
    allTopics: 'Esses são todos os assuntos que conheço. De qual falamos?',
    noTopics: 'Ninguém me ensinou nada ainda.',
    closest: 'O mais próximo que conheço é {titles}.',
    yourName: 'O nome é {who}.',
    remembered: 'É isto que eu lembro: {facts}.',
    notRemembered: 'Não lembro de nada sobre isso.',
    nameUnknown: 'Ainda não conheço esse nome. É só escrever: “meu nome é …”.',
    quoted: 'De “{title}”: {text}',
    quotedAgain: 'Como eu disse, de “{title}”: {text}',
    noReason: 'O motivo não está no que me ensinaram.',
    teachMe: 'Com um texto sobre isso em Knowledge, na próxima vez eu respondo.',
    connectModel:
      'Com a chave de um modelo de linguagem em Settings, ou se quem administra este Kith conectar um local como Ollama, posso conversar sobre tudo.',
    askOthers: 'Talvez alguém aqui saiba, ou valha perguntar de outro jeito.',
    now: 'São {time} ({zone}), {date}.',
    heads: 'Cara.',
    tails: 'Coroa.',
    rolled: 'Saiu {total}.',
    rolledSum: 'Saiu {rolls} = {total}.',
    chosen: 'Escolho {option}.',
    result: 'Dá {result}.',
    about: 'Dá aproximadamente {result}.',
    tooLarge: 'Esse número é grande demais para mim.',
    byZero: 'Não dá para dividir por zero.',
    needsModel: 'Para isso preciso de um modelo de linguagem, e não tenho nenhum.',
    languages: 'Eu falo {languages}. É só escrever no idioma preferido.',
    received: 'Recebi {files}.',
    unread: 'Não consigo ler {files}.',
  },
};
