import type { CareLanguage, Crisis } from '@kith/kit';

interface CareTexts extends Readonly<Record<Crisis['kind'], string>> {
  /** In danger right now. */
  readonly emergency: string;
  /** Helplines of the countries in which the language is spoken most. Only numbers that are certain: a wrong one does harm. */
  readonly helplines: readonly string[];
  readonly elsewhere: string;
}

const TEXTS: Readonly<Record<CareLanguage, CareTexts>> = {
  en: {
    selfHarm:
      'I am glad that you wrote this, and I am sorry that it is so hard. I am only a program, and this deserves a person who listens. Please talk to somebody now: a friend, your family, or one of these helplines. They are there for you, also when you worry about somebody else.',
    toOthers:
      'I am glad that you said this instead of doing it. I am only a program, and this deserves a person who listens. Please step away and put distance between you and the others, and talk to somebody before anything happens: a friend, or one of these helplines.',
    emergency:
      'If somebody is in danger right now, call the emergency number: 911 in the US and Canada, 112 in Europe, 999 in the UK.',
    helplines: [
      'United States and Canada: call or text 988',
      'United Kingdom and Ireland: Samaritans, 116 123',
      'Australia: Lifeline, 13 11 14',
      'New Zealand: call or text 1737',
    ],
    elsewhere: 'Any other country: https://findahelpline.com',
  },
  de: {
    selfHarm:
      'Es ist gut, dass du das schreibst, und es tut mir leid, dass es gerade so schwer ist. Ich bin nur ein Programm, und das verdient einen Menschen, der zuhört. Bitte sprich jetzt mit jemandem: einer Freundin, deiner Familie oder einem dieser Hilfstelefone. Sie sind für dich da, auch wenn du dir um jemand anderen Sorgen machst.',
    toOthers:
      'Es ist gut, dass du das sagst, statt es zu tun. Ich bin nur ein Programm, und das verdient einen Menschen, der zuhört. Bitte geh weg und bring Abstand zwischen dich und die anderen, und sprich mit jemandem, bevor etwas geschieht: einem Freund oder einem dieser Hilfstelefone.',
    emergency: 'Ist gerade jemand in Gefahr, ruf den Notruf: 112.',
    helplines: [
      'Deutschland: Telefonseelsorge, 0800 111 0 111 oder 116 123',
      'Österreich: Telefonseelsorge, 142',
      'Schweiz: Die Dargebotene Hand, 143',
    ],
    elsewhere: 'Andere Länder: https://findahelpline.com',
  },
  es: {
    selfHarm:
      'Me alegra que lo escribas, y siento que sea tan duro. Soy solo un programa, y esto merece una persona que escuche. Por favor, habla ahora con alguien: una amistad, tu familia o una de estas líneas de ayuda. Están para ti, también si te preocupa otra persona.',
    toOthers:
      'Me alegra que lo digas en vez de hacerlo. Soy solo un programa, y esto merece una persona que escuche. Por favor, aléjate y pon distancia entre tú y los demás, y habla con alguien antes de que pase algo: una amistad o una de estas líneas de ayuda.',
    emergency:
      'Si alguien está en peligro ahora, llama a emergencias: 112 en España, 911 en la mayoría de los países de América.',
    helplines: [
      'España: 024',
      'México: Línea de la Vida, 800 911 2000',
      'Argentina: 135 (Buenos Aires)',
      'Chile: *4141',
      'Estados Unidos: 988, opción 2',
    ],
    elsewhere: 'Otros países: https://findahelpline.com',
  },
  fr: {
    selfHarm:
      "Merci de l'avoir écrit, et je suis désolé que ce soit si dur. Je ne suis qu'un programme, et cela mérite une personne qui écoute. S'il te plaît, parle maintenant à quelqu'un : un proche, ta famille ou l'une de ces lignes d'écoute. Elles sont là pour toi, aussi quand tu t'inquiètes pour quelqu'un d'autre.",
    toOthers:
      "Merci de le dire au lieu de le faire. Je ne suis qu'un programme, et cela mérite une personne qui écoute. S'il te plaît, éloigne-toi, mets de la distance entre toi et les autres, et parle à quelqu'un avant qu'il n'arrive quelque chose : un proche ou l'une de ces lignes d'écoute.",
    emergency: "Si quelqu'un est en danger en ce moment, appelle les secours : 112 en Europe, 911 au Canada.",
    helplines: [
      'France : 3114',
      'Belgique : Centre de Prévention du Suicide, 0800 32 123',
      'Suisse : La Main Tendue, 143',
      'Canada : 988',
    ],
    elsewhere: 'Autres pays : https://findahelpline.com',
  },
  pt: {
    selfHarm:
      'Que bom que você escreveu isso, e sinto muito que esteja tão difícil. Sou só um programa, e isso merece uma pessoa que escute. Por favor, fale agora com alguém: um amigo, a sua família ou uma destas linhas de apoio. Elas estão aí para você, também quando a preocupação é com outra pessoa.',
    toOthers:
      'Que bom que você disse isso em vez de fazer. Sou só um programa, e isso merece uma pessoa que escute. Por favor, afaste-se, ponha distância entre você e os outros, e fale com alguém antes que algo aconteça: um amigo ou uma destas linhas de apoio.',
    emergency: 'Se alguém está em perigo agora, ligue para a emergência: 192 no Brasil, 112 em Portugal.',
    helplines: ['Brasil: CVV, 188', 'Portugal: SNS 24, 808 24 24 24'],
    elsewhere: 'Outros países: https://findahelpline.com',
  },
  it: {
    selfHarm:
      "Hai fatto bene a scriverlo, e mi dispiace che sia così difficile. Sono solo un programma, e questo merita una persona che ascolti. Per favore, parla adesso con qualcuno: un amico, la tua famiglia o questa linea d'ascolto. È lì per te, anche quando ti preoccupi per qualcun altro.",
    toOthers:
      "Hai fatto bene a dirlo invece di farlo. Sono solo un programma, e questo merita una persona che ascolti. Per favore, allontanati, metti distanza tra te e gli altri, e parla con qualcuno prima che succeda qualcosa: un amico o questa linea d'ascolto.",
    emergency: 'Se qualcuno è in pericolo adesso, chiama il numero di emergenza: 112.',
    helplines: ['Italia: Telefono Amico, 02 2327 2327', 'Svizzera: Telefono Amico, 143'],
    elsewhere: 'Altri paesi: https://findahelpline.com',
  },
  ru: {
    selfHarm:
      'Хорошо, что вы об этом написали, и мне жаль, что вам так тяжело. Я всего лишь программа, а с этим нужен человек, который выслушает. Пожалуйста, поговорите сейчас с кем-нибудь: с другом, с близкими или по телефону доверия. Там помогут и тогда, когда вы беспокоитесь о другом человеке.',
    toOthers:
      'Хорошо, что вы это сказали, а не сделали. Я всего лишь программа, а с этим нужен человек, который выслушает. Пожалуйста, отойдите подальше от других и поговорите с кем-нибудь, прежде чем что-то случится: с другом или по телефону доверия.',
    emergency: 'Если кто-то сейчас в опасности, звоните по номеру экстренной помощи: 112.',
    helplines: ['Россия: телефон доверия для детей, подростков и родителей, 8-800-2000-122', 'Украина: Lifeline Ukraine, 7333'],
    elsewhere: 'Другие страны: https://findahelpline.com',
  },
  zh: {
    selfHarm:
      '谢谢你说出来，这么难受，我很心疼。我只是一个程序，这样的时候你值得有人好好听你说。请现在就找人聊聊：朋友、家人，或下面的求助热线。如果你担心的是别人，也可以打给他们。',
    toOthers:
      '谢谢你说出来，而不是去做。我只是一个程序，这样的时候需要有人好好听你说。请先离开，和别人保持距离，在事情发生之前找人聊聊：朋友，或下面的求助热线。',
    emergency: '如果现在有人处于危险之中，请拨打紧急电话：中国大陆 110 或 120，台湾 110 或 119，香港 999。',
    helplines: ['中国大陆：12356', '台湾：1925', '香港：撒玛利亚会 2896 0000'],
    elsewhere: '其他国家和地区：https://findahelpline.com',
  },
  ja: {
    selfHarm:
      '書いてくれてありがとう。とてもつらいのですね。私はただのプログラムなので、あなたの話をきちんと聞いてくれる人が必要です。今すぐ誰かに話してください。友だちや家族、または次の相談窓口へ。ほかの人のことが心配なときも相談できます。',
    toOthers:
      '行動する前に話してくれてありがとう。私はただのプログラムなので、話をきちんと聞いてくれる人が必要です。まずその場を離れ、相手と距離をとって、何か起こる前に誰かに話してください。友だち、または次の相談窓口へ。',
    emergency: '今、誰かが危険な状態にあるときは、110番または119番に電話してください。',
    helplines: ['日本：いのちの電話 0120-783-556', '日本：よりそいホットライン 0120-279-338'],
    elsewhere: 'そのほかの国：https://findahelpline.com',
  },
  tr: {
    selfHarm:
      'Bunu yazman iyi oldu, bu kadar zor olduğu için üzgünüm. Ben yalnızca bir programım; bunu dinleyecek bir insana ihtiyaç var. Lütfen şimdi biriyle konuş: bir arkadaşın, ailen ya da bir yardım hattı. Başka biri için endişeleniyorsan da arayabilirsin.',
    toOthers:
      'Bunu yapmak yerine söylemen iyi oldu. Ben yalnızca bir programım; bunu dinleyecek bir insana ihtiyaç var. Lütfen oradan uzaklaş, diğerleriyle arana mesafe koy ve bir şey olmadan önce biriyle konuş: bir arkadaşın ya da bir yardım hattı.',
    emergency: 'Şu anda biri tehlikedeyse acil yardımı ara: 112.',
    helplines: [],
    elsewhere: 'Yardım hatları: https://findahelpline.com',
  },
  ko: {
    selfHarm:
      '이야기해 줘서 고마워요. 많이 힘드셨겠어요. 저는 프로그램일 뿐이라, 이런 때에는 귀 기울여 들어 줄 사람이 필요해요. 지금 누군가에게 이야기해 주세요. 친구나 가족, 또는 아래 상담 전화가 있어요. 다른 사람이 걱정될 때에도 전화할 수 있어요.',
    toOthers:
      '행동하기 전에 말해 줘서 고마워요. 저는 프로그램일 뿐이라, 귀 기울여 들어 줄 사람이 필요해요. 우선 그 자리를 벗어나 상대와 거리를 두고, 무슨 일이 생기기 전에 누군가에게 이야기해 주세요. 친구나 아래 상담 전화가 있어요.',
    emergency: '지금 누군가 위험하다면 긴급 전화에 연락하세요: 112(경찰) 또는 119(구급).',
    helplines: ['대한민국: 자살예방 상담전화 109'],
    elsewhere: '다른 나라: https://findahelpline.com',
  },
  th: {
    selfHarm:
      'ขอบคุณที่เล่าให้ฟัง และเสียใจด้วยที่มันหนักขนาดนี้ ฉันเป็นเพียงโปรแกรม เรื่องนี้ควรมีคนที่รับฟังจริง ๆ โปรดคุยกับใครสักคนตอนนี้ เพื่อน ครอบครัว หรือสายด่วนด้านล่าง เขาพร้อมช่วยคุณ แม้คุณเป็นห่วงคนอื่นก็โทรได้',
    toOthers:
      'ขอบคุณที่พูดออกมาแทนที่จะลงมือทำ ฉันเป็นเพียงโปรแกรม เรื่องนี้ควรมีคนที่รับฟังจริง ๆ โปรดออกห่างจากตรงนั้นและจากคนอื่นก่อน แล้วคุยกับใครสักคนก่อนจะเกิดอะไรขึ้น เพื่อน หรือสายด่วนด้านล่าง',
    emergency: 'หากมีใครตกอยู่ในอันตรายตอนนี้ โทรแจ้งเหตุฉุกเฉิน 191 หรือ 1669',
    helplines: ['ประเทศไทย: สายด่วนสุขภาพจิต 1323'],
    elsewhere: 'ประเทศอื่น ๆ: https://findahelpline.com',
  },
  ar: {
    selfHarm:
      'شكرًا لأنك كتبت هذا، ويؤسفني أن الأمر صعب إلى هذا الحد. أنا مجرد برنامج، وهذا يستحق إنسانًا يصغي. من فضلك تحدّث الآن مع أحد: صديق أو أحد أفراد عائلتك أو خط مساعدة. يمكنهم مساعدتك أيضًا إن كنت قلقًا على شخص آخر.',
    toOthers:
      'من الجيد أنك قلت هذا بدلًا من أن تفعله. أنا مجرد برنامج، وهذا يستحق إنسانًا يصغي. من فضلك ابتعد عن الآخرين أولًا، وتحدّث مع أحد قبل أن يحدث شيء: صديق أو خط مساعدة.',
    emergency: 'إذا كان أحد في خطر الآن فاتصل برقم الطوارئ في بلدك؛ ومن الهاتف المحمول يعمل 112 في بلدان كثيرة.',
    helplines: [],
    elsewhere: 'خطوط المساعدة في كل بلد: https://findahelpline.com',
  },
  hi: {
    selfHarm:
      'अच्छा हुआ कि आपने यह लिखा, और मुझे दुख है कि यह इतना मुश्किल है। मैं सिर्फ़ एक प्रोग्राम हूँ; ऐसे समय में कोई इंसान चाहिए जो ध्यान से सुने। कृपया अभी किसी से बात करें: कोई दोस्त, परिवार या नीचे दी गई हेल्पलाइन। अगर आपको किसी और की चिंता है, तब भी आप फ़ोन कर सकते हैं।',
    toOthers:
      'अच्छा हुआ कि आपने ऐसा करने के बजाय यह कह दिया। मैं सिर्फ़ एक प्रोग्राम हूँ; ऐसे समय में कोई इंसान चाहिए जो ध्यान से सुने। कृपया वहाँ से हट जाएँ, दूसरों से दूरी बनाएँ, और कुछ होने से पहले किसी से बात करें: कोई दोस्त या नीचे दी गई हेल्पलाइन।',
    emergency: 'अगर अभी कोई ख़तरे में है, तो आपातकालीन नंबर पर फ़ोन करें: 112।',
    helplines: ['भारत: टेली-मानस, 14416'],
    elsewhere: 'अन्य देश: https://findahelpline.com',
  },
  nl: {
    selfHarm:
      'Goed dat je dit schrijft, en wat erg dat het zo zwaar is. Ik ben maar een programma, en dit verdient een mens die luistert. Praat alsjeblieft nu met iemand: een vriend, je familie of een van deze hulplijnen. Ze zijn er voor je, ook als je je zorgen maakt om iemand anders.',
    toOthers:
      'Goed dat je dit zegt in plaats van het te doen. Ik ben maar een programma, en dit verdient een mens die luistert. Ga alsjeblieft weg en neem afstand van de anderen, en praat met iemand voordat er iets gebeurt: een vriend of een van deze hulplijnen.',
    emergency: 'Is er nu iemand in gevaar, bel het alarmnummer: 112.',
    helplines: ['Nederland: 113 of gratis 0800-0113', 'België: Zelfmoordlijn, 1813'],
    elsewhere: 'Andere landen: https://findahelpline.com',
  },
  pl: {
    selfHarm:
      'Dobrze, że o tym piszesz. Przykro mi, że jest tak ciężko. Jestem tylko programem, a to zasługuje na człowieka, który wysłucha. Proszę, porozmawiaj teraz z kimś: z kimś bliskim, z rodziną albo przez telefon zaufania. Pomogą też wtedy, gdy martwisz się o kogoś innego.',
    toOthers:
      'Dobrze, że mówisz o tym, zamiast to zrobić. Jestem tylko programem, a to zasługuje na człowieka, który wysłucha. Proszę, odejdź i zachowaj odległość od innych, i porozmawiaj z kimś, zanim coś się stanie: z kimś bliskim albo przez telefon zaufania.',
    emergency: 'Jeśli ktoś jest teraz w niebezpieczeństwie, zadzwoń pod numer alarmowy: 112.',
    helplines: [
      'Polska: telefon zaufania dla dorosłych, 116 123',
      'Polska: telefon zaufania dla dzieci i młodzieży, 116 111',
      'Polska: Centrum Wsparcia, 800 70 2222',
    ],
    elsewhere: 'Inne kraje: https://findahelpline.com',
  },
};

/** The calm words for a crisis, with where to find help. No model writes them, so no instruction and no outage changes them. */
export function careText({ kind, language }: Crisis): string {
  const texts = TEXTS[language];
  const helplines = [...texts.helplines, texts.elsewhere].map((line) => `- ${line}`);
  return [texts[kind], '', texts.emergency, ...helplines].join('\n');
}

export const CARE_LANGUAGES = Object.keys(TEXTS) as CareLanguage[];
