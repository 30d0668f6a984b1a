import { foldedLetters, type WeakWords } from '@kith/kit';

/** Words that say little about what is asked, in the languages that are asked most. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  foldedLetters(`
  a about also am an and any are as at be been but by can could did do does for from get had has have he her him his how i if in into is it its
  just like may me might more most must my no not of on or our please she should so some such tell than that the their them then there these they
  this those to too us was we were what whats when where which who whom why will with would you your yours explain know show give want need
  wie was wer wo wann warum wieso kann kannst ich du man mir mich dir wir ihr er sie es der die das den dem ein eine einen einem ist sind bin hat
  haben habe für mit von und oder auf zu im in bitte gibt welche welcher welches weißt muss darf mein meine meinen meiner meinem dein deine können
  como que quien donde cuando cual cuales puedo puede hay para por con los las el la una uno unos un es son de en mi se y o al del tengo debo
  comment qui quand où quel quelle quels est sont peux puis peut avoir pour avec dans les des une le du et ou je tu il on mon ma ce faut dois
  quoi qual quais quando onde quem posso pode tem um uma os as ao da do em na no com meu eu e come cosa chi dove posso puo ho il lo gli un di in
  hoe wat wie waar wanneer kan ik je het een de is zijn hebben voor met van en of
  как что кто где когда почему зачем могу можно есть ли мне я ты мы вы в на с у для и или это быть
  jak co kto gdzie kiedy dlaczego czy moge mozna jest sa do na w z i lub sie nasıl ne kim nerede zaman neden mi bir ve için
  어떻게 되나요 돼요 알려주세요 알려줘 뭐예요 뭐야 뭔가요 무엇인가요 언제 어디 어디서 어디에 얼마 얼마예요 얼마인가요 좀 주세요 있나요 있어요 인가요 하나요
  해요 어떤 제 내 나 저 저는 나는 수 싶어요 궁금해요
`)
    .trim()
    .split(/\s+/),
);

/** The same in scripts without spaces, where they are parts of a run. */
const WEAK_CHINESE =
  /请问|請問|你们|你們|我们|我們|咱们|是不是|有没有|能不能|可不可以|可以|怎么样|怎么|怎样|怎麼|如何|什么时候|什麼時候|什么|什麼|哪里|哪裡|哪儿|哪个|告诉|一下|吗|嗎|呢|啊|吧|呀|了|的|要|是|在|有|我|你|您|能|会|想|请/gu;
const WEAK_THAI =
  /วันนี้|แล้ว|ครับ|ค่ะ|คะ|นะ|หน่อย|ไหม|มั้ย|อะไร|อย่างไร|ยังไง|เท่าไหร่|เท่าไร|ที่ไหน|เมื่อไหร่|เมื่อไร|ตอนไหน|กี่โมง|ช่วย|บอก|ได้|ต้อง|จะ|ผม|ดิฉัน|ฉัน|คือ|เป็น|ที่|อยู่|ของ|หรือ|ขอ|อยาก/gu;
/** In Hiragana only where they surely are words: at the end, at the beginning, and particles between words in other scripts. */
const WEAK_JAPANESE =
  /教えてください|教えて|教える|ください|下さい|何時|何処|何|誰|私|僕|俺|(?:(?<=[\p{sc=Han}\p{sc=Kana}ー])[はがをにもの]|(?<=[はがをにもの])|(?<!\p{sc=Hira}))(?:どこ|いつ(?!も)|だれ|なに|なん|どれ|どんな|どうして|どう|わたし|ぼく|あなた)|(?:でしたっけ|だっけ|でしょうか|ですか|でしょう|でした|です|ますか|ました|ません|ます|かな|か)$|(?<=[\p{sc=Han}\p{sc=Kana}ー])(?:から|まで|より|には|では|とは|[はがをにでともの])(?!\p{sc=Hira})/gu;
const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u;

/** What is left of a run of characters without spaces when the weak parts are taken out; nothing where every part is weak. */
export function strongPartsOf(run: string): string[] {
  if (WEAK_WORDS.has(run)) return [];
  // 会 and 在 are words in Chinese and parts of words in Japanese.
  const strong = KANA.test(run)
    ? run.replace(WEAK_JAPANESE, ' ').replace(WEAK_THAI, ' ')
    : run.replace(WEAK_CHINESE, ' ').replace(WEAK_THAI, ' ');
  return strong.split(' ').filter(Boolean);
}

/** For a search in this process. */
export const WEAK: WeakWords = { words: WEAK_WORDS, strongPartsOf };
