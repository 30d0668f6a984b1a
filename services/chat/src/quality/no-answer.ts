/** How models say in ten languages that they have no answer, whatever they were asked to say. */
const NO_ANSWER =
  /\b(?:(?:i|we) (?:do not|don['’]?t|cannot|can['’]?t|could not|couldn['’]t|did not|didn['’]t) (?:know|answer|say|tell|find|see)|i(?: a|['’])m not sure|i have no (?:information|idea|answer)|there is no (?:information|answer|mention)|(?:ich|wir) (?:weiß|wissen|kann|habe)(?!\p{L}).{0,30}(?:nicht|keine)|das weiß ich|(?:nichts|nicht|keine \p{L}{1,30}) (?:dazu |darüber )?gefunden|davon steht (?:da |dort |hier )?nichts|no lo s[eé](?!\p{L})|no (?:(?:tengo|hay) informaci[oó]n|(?:lo )?(?:encontr[eé]|he encontrado|pude encontrar))|je ne sais pas|je n['’]ai (?:pas|rien) trouv[eé]|aucune information|non (?:lo so|ho trovato|trovo)|nessuna informazione|n[aã]o (?:sei|encontrei|consegui encontrar)|n[aã]o (?:tenho|h[aá]) informa|bilmiyorum|bulamad[ıi]m|bilgi yok|bilgim yok)|не (?:знаю|наш[её]л|нашла|удалось найти)|нет (?:информации|ответа)|不知道|不清楚|没有(?:相关)?信息|(?:没有?|未能?|沒有)找到|未提[及到]|没有提到|無法回答|无法回答|わかりません|分かりません|知りません|見つかりません|情報はありません/iu;
/** A longer text says more than that there is no answer. */
const MAX_CHARS = 200;

/** Whether a text says that there is no answer, and not much else. */
export const saysNoAnswer = (text: string): boolean => text.length <= MAX_CHARS && NO_ANSWER.test(text);
