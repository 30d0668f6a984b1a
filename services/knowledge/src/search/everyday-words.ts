import { foldedWord, inOneSpelling } from '@kith/kit';

/**
 * Words of everyday talk, by language. In a few texts about one subject they are rare, so their idf says that they matter; in a message they
 * seldom say what it is about. Pairs of characters for scripts without spaces, as in indexed-text.ts.
 */
const EVERYDAY = {
  english: `good bad nice great best better cool fine fun funny happy sad tired bored boring angry crazy stupid dumb silly smart sweet cute lovely
    awesome amazing real true right wrong sure long short little big new old whole last next first love loves like likes want wants wanted need
    feel feeling think thought know knew say said tell talk speak hear see look make made makes get got go goes going gone come came give take
    put let try keep stay leave play playing work working live help wait hope wish guess mean happen day days today tonight tomorrow yesterday
    morning evening night week weekend year time times life world home house people person man woman girl boy guy friend friends everybody
    everyone nobody somebody someone anybody anyone something anything nothing everything thing things lot bit way hello hi hey thanks thank
    please sorry yes yeah okay ok bye wow haha lol really maybe also always never again still already just even much many well soon now here
    sleep eat drink ate dog cat name birthday joke music colour color favourite favorite weather raining rain sun human alive annoying
    hate hates hated miss missed worst worse terrible awful horrible gross disgusting delicious tasty yummy perfect beautiful ugly pretty
    wonderful excellent interesting weird strange crazy insane idiot fool loser trash garbage sucks lame dude bro buddy mate partner pal folks guys
    lonely alone single excited nervous worried afraid scared proud jealous sick ill hungry thirsty lazy busy sing sings song singer dance dancing
    movie film novel hobby hobbies favourites meaning dream dreams cry crying laugh laughing smile kiss hug mum mom dad mother father brother sister
    baby kid girlfriend boyfriend wife husband boss teacher school exam homework christmas congratulations congrats luck lucky luckily goodbye
    cheers howdy greetings sup yo omg wtf brb agree disagree kidding joking serious seriously totally absolutely exactly matter secret
    joke jokes riddle story stories poem bet swear promise forget forgot remember miss bye weekend seasons season soul god heaven hell well care
    guess tell telling says believe kill die dead fight robot bot computer brain cannot whatever nevermind sorta kinda gonna wanna gotta forever somehow anyway maybe dogs cats names birthdays`,
  german: `gut gute guten guter gutes schlecht schlimm schön toll super cool nett lieb süß lustig witzig froh glücklich traurig müde langweilig böse
    verrückt dumm doof klug echt wahr richtig falsch sicher lang lange langen kurz klein groß großer neu alt ganz letzte nächste erste liebe liebst
    mag magst mögen will willst wollen möchte brauche fühle fühlst denke denkst weiß weißt sage sagst sagen erzähl erzählen reden sprechen höre
    sehe siehst schau mache machst machen gemacht tun tust gehe geht gehen gegangen komme kommt kommen gib geben nimm lass lassen bleib bleiben
    spielen spiele arbeiten arbeit leben hilf helfen warte hoffe glaube meine passiert tag tage heute morgen gestern abend morgens nacht woche
    wochenende jahr zeit mal leben welt hause leute mensch mann frau mädchen junge freund freunde jemand niemand keiner alle etwas nichts alles
    ding sache viel viele bisschen wenig hallo hi hey danke dank bitte sorry entschuldigung ja nein klar okay ok tschüss wow haha wirklich
    vielleicht immer nie wieder noch schon halt eben sehr bald jetzt hier schlaf schlafen essen trinken hund katze name geburtstag witz musik farbe
    lieblingsfarbe wetter regnet regen sonne nervst lecker
    hasse hasst vermisse vermisst schlimmste schlimmsten furchtbar schrecklich ekelhaft eklig köstlich perfekt wunderschön hübsch hässlich
    wunderbar interessant komisch seltsam irre idiot idioten trottel müll mist scheiße alter kumpel leute einsam allein aufgeregt nervös sorgen angst
    stolz eifersüchtig krank hungrig hunger durst faul beschäftigt sing singen singst lied sänger tanzen film roman hobby hobbys sinn traum träume
    träum weinen weine lachen lache lächeln kuss umarmung mama papa mutter vater bruder schwester baby kind freundin ehefrau ehemann chef lehrer schule
    prüfung hausaufgaben weihnachten glückwunsch herzlichen glück moin servus grüß grüße willkommen tschau tschüssi krass boah echt ernst
    ernsthaft egal stimmt genau quatsch unsinn veräppeln geheimnis rätsel geschichte gedicht wetten versprich vergiss vergessen erinnerst jahreszeit
    seele gott himmel hölle daumen drück drücke besserung sterben tot roboter bot computer gehirn klappe einschlafen geschlafen gefreut freu freue sieht sehen besser beste bester hunde katzen namen tage schöner schöne schönes
    bescheid ahnung meinung raten rate`,
  spanish: `bueno buena buenos buenas bien mal malo mejor peor genial guay lindo bonito gracioso divertido feliz contento triste cansado aburrido
    enfadado loco tonto listo dulce real verdad cierto seguro largo larga corto pequeño grande nuevo viejo último próximo primero amo encanta gusta
    gustan quiero quieres quiere necesito siento sientes pienso piensas creo sé sabes digo dices dime cuenta cuéntame hablar habla hablas oye veo
    mira miras hago haces hacer hecho voy vas ir vamos vengo ven dar das dame toma deja quédate jugar juego trabajar trabajo vivir vida ayuda
    espera espero significa pasa pasado día días hoy mañana ayer noche noches tarde tardes semana año tiempo vez veces mundo casa gente persona
    hombre mujer chica chico amigo amigos alguien nadie todos todo algo nada cosa cosas mucho mucha muchas poco rato hola gracias favor perdón sí
    claro vale adiós luego jaja realmente quizás siempre nunca otra aún ya ahora aquí pronto entonces tal dormir duermas comer beber perro gato nombre
    cumpleaños chiste música color favorito llueve lluvia sol saludos sirves
    odio odias odia extraño extrañado terrible horrible asqueroso asco delicioso rico perfecto hermoso guapo guapa feo
    maravilloso excelente interesante raro extraña idiota imbécil basura mierda tío tía colega gente solo sola emocionado nervioso preocupado miedo
    orgulloso celoso enfermo hambre sed vago ocupado canta cantas cantar canción cantante bailar película novela aficiones afición hobby sentido sueño
    sueños llorar lloro reír ríe sonrisa beso abrazo mamá papá madre padre hermano hermana bebé niño novia novio esposa marido jefe profesor escuela
    examen deberes navidad felicidades enhorabuena suerte hala chao saludo bienvenido holi buenas serio seriamente totalmente exacto igual acuerdo
    broma bromeas pelo secreto adivinanza adivina historia poema apuesto prometo olvida olvidé recuerdas estación alma dios cielo infierno cuida
    cuídate morir muerto robot bot ordenador cerebro años edad tienes odiar visto partida mejores corazón perros gatos nombres amiga amigas harías harás venga bonito bonita bonitos`,
  russian: `хорошо хороший хорошая хорошего плохо плохой лучше лучший классно круто прикольно смешно весело милый счастлив рад грустно устал устала
    скучно злой глупый умный настоящий правда верно конечно долго длинный короткий маленький большой новый старый весь последний следующий первый
    люблю любишь нравится хочу хочешь хочет надо нужно чувствую думаю думаешь знаю знаешь скажи говоришь говорить расскажи слышу вижу смотри делаю
    делаешь делать сделал иду идёт идти пойти пришёл приди дай дать возьми пусть останься играть играю работа работе работать жить жизнь помоги
    жди надеюсь значит случилось день дня дни сегодня завтра вчера вечер вечером утро утра ночь ночи неделя год время раз мир дом дома люди человек
    мужчина женщина девушка парень друг друзья друзьями кто-то никто все всё что-то ничего вещь много немного чуть привет здравствуй спасибо
    пожалуйста извини прости да нет ладно пока ого хаха ахаха действительно может всегда никогда опять снова ещё уже просто очень скоро сейчас здесь
    спать снов есть пить собака кошка имя рождения анекдот шутка музыка цвет любимый погода дождь солнце дела надоел
    ненавижу ненавидишь скучаю скучала скучал худшее худший ужасно ужасный ужасная отвратительно вкусно вкусный идеально красивый красивая
    уродливый чудесно прекрасно отлично отличный интересно интересное странно странный идиот дурак мусор отстой чувак бро приятель дружище ребята одиноко
    один одна волнуюсь нервничаю боюсь страшно горжусь ревную болею голоден голодный лень занят спой петь поёшь песня песню певец танцевать фильм роман
    хобби смысл мечта мечты сон плачу плакать смеюсь смеяться улыбка поцелуй обнимаю мама папа мать отец брат сестра малыш ребёнок девушка жена муж
    начальник учитель школа экзамен домашка рождество поздравляю удачи удача везёт здарова приветик свидания добрый доброе доброй ночи всем всех серьёзно
    точно согласен согласна издеваешься шутишь секрет загадка история стих спорим обещаю забудь забыл помнишь сезон душа бог небо ад береги
    выздоравливай умереть мёртв робот бот компьютер мозг лет годом новым тебе себя угадай случится лет зим случилось собаки кошки собак кошек имена секреты секретов живой живые вернусь увидимся выходных`,
  japanese: `です でき ます ませ まし した しい ない ある いる する した して てい いま なの のか かな よね だね だよ から けど でも とて ても すご ごい いい
    よい 良い 悪い 好き 大好 嫌い 楽し 悲し 嬉し 面白 白い 疲れ 眠い 暇だ 元気 今日 明日 昨日 今夜 毎日 仕事 友達 人間 自分 名前 本当 何か 誰も 誰か みん んな
    ちょ ょっ っと とも もっ っと ただ たい さん くん ちゃ ゃん こん んに にち ちは おは はよ あり りが がと とう ござ ざい おや やす すみ みま ごめ めん
    どう うも どん こと もの とき ここ そこ あな なた 私は 私の 僕は 僕の 思い 思う 話し 話を 言う 言い 見る 見て 行く 行っ 来る 来て 会う 遊ぶ 遊ん 食べ 飲む
    作っ 誕生 生日 音楽 天気 雨だ 気分 猫も 犬も
    会い いた かっ たか った たよ 嫌だ 大嫌 きら らい 最悪 最低 最高 ひど どい まず ずい うま おい いし しい 美味 完璧 きれ 可愛 かわ わい
    素敵 変な 馬鹿 ばか かだ あほ 草 笑 笑う 泣く 泣い 寂し 怖い 心配 緊張 お腹 腹す すい 歌を 歌っ うた たう たっ 歌手 踊る 映画 小説 趣味 意味 人生 夢を 恋人
    彼女 彼氏 振ら られ れた 結婚 母さ 父さ 兄弟 姉妹 学校 先生 試験 宿題 上司 怒ら 怒っ 頑張 がん んば ばっ おめ めで でと 久し ひさ さし しぶ ぶり まじ じで
    冗談 秘密 約束 忘れ 覚え 神様 死ぬ 何歳 歳で くれ れる てく えて さよ よな なら ただ だい いま また たね じゃ ゃあ 信じ ふざ ざけ 違う 思わ 想う
    りま ます すか はあ はな のと とこ ころ きた た時 るさ うる 黙れ 黙っ って 嫌い 大嫌 が大 い色 色は は何 何で 帰っ 今帰 猫と と犬 犬と 百万 万円 気に にし しな ない いで まあ あい いい いか`,
  chinese: `你好 您好 大家 早上 上好 晚安 晚上 下午 今天 明天 昨天 今晚 现在 时候 什么 怎么 么样 为什 多少 可以 能不 不能 没有 有没 有点 有人 没人 我的 你的 他的
    我们 你们 他们 自己 喜欢 最喜 觉得 知道 想要 愿意 开心 高兴 难过 无聊 好笑 搞笑 累了 累死 讨厌 烦人 真的 真是 非常 特别 很好 好的 不好 太好 好酷 好烦 最近
    还好 谢谢 感谢 对不 不起 再见 笑话 讲个 聊天 说说 朋友 音乐 颜色 天气 下雨 生日 工作 上班 回家 睡觉 起床 吃饭 喝水 猫咪 小狗 真人 创造 厉害 真棒 哈哈
    在吗 在不 讨厌 最糟 糟糕 太差 恶心 好吃 难吃 完美 漂亮 可爱 丑死 奇怪 有趣 好玩 白痴 笨蛋 傻瓜 垃圾 老友 兄弟 孤单 寂寞 害怕 担心
    紧张 骄傲 生病 饿了 渴了 唱歌 唱首 首歌 歌手 跳舞 电影 小说 爱好 意义 人生 梦想 做梦 哭了 大笑 微笑 妈妈 爸爸 哥哥 姐姐 弟弟 妹妹 宝宝 女朋 男朋 老婆
    老公 老板 老师 学校 考试 作业 新年 快乐 恭喜 加油 好运 拜拜 回头 头见 保重 同意 开玩 玩笑 秘密 谜语 故事 相信 忘记 记得 几岁 爱你 想你 玩游 游戏 季节
    康复 辛苦 猜猜 睡不 不着 你愿 你会 说点 愉快 开心 回来 到家 刚到 百万 猫和 和狗 更好`,
} as const;

const wordsOf = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');

const compared = (word: string): string => inOneSpelling(foldedWord(word));

const WORDS = new Set(Object.values(EVERYDAY).flatMap(wordsOf).map(compared));

/** Of a folded word. */
export const isEverydayWord = (word: string): boolean => WORDS.has(word);

/** The words of everyday talk among the words of a question that went through askedText. */
export const everydayWordsIn = (question: string): string[] => [
  ...new Set((question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(foldedWord).filter((word) => WORDS.has(word))),
];

/** Those words as they are written in the question, of pairs of characters that have two spellings; others as they are. */
export function asWritten(words: readonly string[], question: string): string[] {
  const characters = [...question.normalize('NFKC')];
  const pairs = characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
  const written = new Map(pairs.map((pair) => [inOneSpelling(pair), pair]));
  return words.map((word) => written.get(word) ?? word);
}
