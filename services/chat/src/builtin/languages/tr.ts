import type { LanguageTexts } from './language-texts.js';
import { SAID } from './said/tr.js';

export const tr: LanguageTexts = {
  locale: 'tr-TR',
  name: 'Türkçe',
  words:
    'acaba ama ancak artık az bana bazı belki ben beni benim bir biraz birşey biz bize bu bunu burada bugün çok çünkü da daha de değil diye en gibi göre hangi hani hem hep her hiç için ile ise kadar kaç kaçta ki kim kime kimin mi mı mu mü nasıl ne neden nerede nereden nereye neyi niye o olan olarak oldu olur on ona onlar onu sana sen seni senin siz sizi sizin şey şu tüm var ve veya ya yani yok merhaba selam teşekkürler lütfen evet hayır istiyorum saat ediyor yapıyor ücretsiz',
  letters: 'ğşı',
  greetings:
    'merhaba [herkese|arkadaşlar|tekrar] / merhabalar / selam [herkese|millet] / selamlar / slm / mrb / günaydın / iyi (günler|akşamlar) / tünaydın / hey / hoş geldin',
  polite:
    'lütfen / tamam / peki / şey / hmm / teşekkürler / teşekkür ederim / bir sorum var / pardon / affedersin / affedersiniz / yani / acaba / ya / bir de',
  openings:
    '[bana] [lütfen] (söyler misin|söyleyebilir misin|anlatır mısın|açıklar mısın|anlatabilir misin) / biliyor musun / [bana] (söyle|anlat|açıkla) / (bilmek|öğrenmek) istiyorum / merak ediyorum / peki ya',
  calculate: 'kaç eder / kaçtır / kaç yapar / hesapla / ne kadar eder / kaç',
  math: { '+': 'artı', '-': 'eksi', '*': 'çarpı / kere', '/': 'bölü', of: 'de / te' },
  choose: '(seç|benim için seç|karar ver) / hangisi daha iyi',
  or: 'veya / ya da / yoksa / mı / mi / ve',
  roll: '(zar|at) [at]',
  myNameIs: '[benim] adım / ismim / benim ismim / bana de ki',
  clock:
    'saat kaç [şu an|şimdi] / [şu an] saat kaç / saat / {}da saat kaç / {}de saat kaç / bugün [günlerden] (ne|hangi gün) / bugün günlerden ne / bugün ayın kaçı / bugünün tarihi [ne|nedir] / tarih [ne|nedir] / bugün hangi gün / bugün tarih ne',
  you: 'sen seni sana senin siz sizin misin musun mısın müsün',
  insults:
    'aptal salak gerizekal mal ahmak budala siktir amk orospu piç pic bok şerefsiz serefsiz dangalak öküz okuz işe yaramaz çöp cop sus',
  amount: 'ne zaman kaç kac kadar fiyat ücret ucret saat süre sure tutar açıl acil kapan yüksek yuksek uzak yaş',
  because: 'çünkü dolayı nedeni sebebi yüzünden',
  phrases: {
    howAreYou:
      'nasılsın [bugün] / nasılsınız / naber / ne haber / nasıl gidiyor / iyi misin / iyi misiniz / (ya sen|sen nasılsın|peki ya sen|siz nasılsınız) / ne yapıyorsun / napıyorsun / her şey yolunda mı / günün nasıl [geçti|gidiyor] / keyifler nasıl / nasıl hissediyorsun / nbr',
    iAmFine:
      '[ben|ben de] [çok] (iyiyim|iyi|fena değil|idare eder|harika|süper) [teşekkürler|teşekkür ederim|sağ ol] / her şey yolunda / iyilik [sağlık]',
    farewell:
      'hoşça kal [ın] / hoşçakal / hoşçakalın / görüşürüz [sonra|yarın] / görüşmek üzere / güle güle / bay bay / bye / iyi geceler / iyi günler dilerim / kendine iyi bak / (gitmem lazım|gidiyorum|gitmeliyim|kaçtım) / sonra görüşürüz / allahaısmarladık / bb',
    thanks:
      '[çok] (teşekkürler|teşekkür ederim|teşekkür|sağ ol|sağol|sağ olun|eyvallah|tşk|tşkler) [yardımın için|her şey için|çok] / çok yardımcı oldun / (işime yaradı|yardımcı oldu) / minnettarım',
    name: '[senin] (adın|ismin) (ne|nedir) / (adınız|isminiz) (ne|nedir) / (adın|ismin) / bir adın var mı / kiminle konuşuyorum / sana ne diyeyim',
    whoAreYou:
      'sen kimsin / kimsin [sen] / sen nesin / nesin sen / kimsiniz / kendini tanıt [ır mısın] / [bana] kendinden bahset / kendini anlat / [bana] kendini anlat / ne iş yapıyorsun / görevin ne / amacın ne',
    areYouHuman:
      '[sen] [gerçekten|gerçek] [bir] (insan|bot|robot|makine|yapay zeka|program|gerçek|canlı|bilgisayar|chatgpt) (mısın|misin|musun|müsün|mı|mi) [yoksa [bir] (bot|robot|insan|makine) (musun|mısın|misin|mu|mı)] / [bir] (insanla|botla|robotla) mı konuşuyorum / gerçek misin / yaşıyor musun',
    feelings:
      'beni (seviyor musun|sever misin|özledin mi) / (duyguların|hislerin) var mı / (hissedebilir|sevebilir) misin / (mutlu|üzgün|yalnız|yorgun|aşık) (musun|mısın|misin|müsün) / seni seviyorum / benimle evlen [ir misin] / rüya görür müsün / uyur musun / arkadaşım mısın / arkadaşım olur musun',
    whatCanYouDo:
      'yardım [et] / bana yardım et / (neler|ne) yapabilirsin [benim için] / ne işe yararsın / [bana] yardım (eder misin|edebilir misin) / nasıl (çalışıyorsun|çalışıyor) / komutlar / yardıma ihtiyacım var / neler yapabiliyorsun / özelliklerin neler',
    topics:
      '(neler|ne) biliyorsun / (ne|neler|sana ne|sana neler) sorabilirim / hangi konuları biliyorsun / ne hakkında konuşabiliriz / ne öğrendin / konuların neler / konular',
    maker:
      'seni kim (yaptı|yarattı|oluşturdu|geliştirdi|programladı|yazdı|tasarladı) / kim yaptı seni / (sahibin|yaratıcın|geliştiricin|patronun|annen|baban) kim / kime aitsin / seni yapan kim',
    home: '[sen] nerede (yaşıyorsun|oturuyorsun) / nerelisin / neredesin [şu an] / nereden geliyorsun / evin nerede / nerdesin',
    age: '[sen] kaç yaşındasın / yaşın kaç / ne zaman (doğdun|yapıldın) / doğum günün ne zaman / yaşın',
    compliment:
      '(iyi|güzel|akıllı) bot / (aferin|bravo|harika|süper|mükemmel|muhteşem|çok iyi|çok güzel|helal [olsun]|tebrikler|müthiş|şahane|güzel iş) / [sen] (çok|en|ne kadar) (iyisin|güzelsin|zekisin|akıllısın|tatlısın|komiksin|naziksin|yardımseversin|harikasın) / harikasın / süpersin / senden hoşlandım / seni beğendim',
    apology:
      '(özür dilerim|üzgünüm|kusura bakma|kusura bakmayın|affet|affedersin|pardon|affet beni|benim hatam) / öyle demek istemedim',
    joke: '[bana|bize] [bir|başka bir|bir tane daha] [komik] (şaka|fıkra) [yap|anlat|söyle] [ır mısın] / (şaka|fıkra) [yap|anlat] / beni güldür / komik bir şey söyle / bir tane daha [anlat] / (fıkra|şaka) biliyor musun / başka bir tane',
    coin: '(yazı tura|yazı mı tura mı) [at] / [bir] (para|bozuk para) at / para at',
    dice: 'zar at [ar mısın] / zar / bir zar at',
    myName:
      '[benim] (adım|ismim) (ne|neydi|nedir) / (adımı|ismimi|beni) (biliyor|hatırlıyor) musun / ben kimim / beni tanıyor musun / beni hatırlıyor musun',
    aboutMe:
      '(benim hakkımda|hakkımda) (ne|neler) (biliyorsun|hatırlıyorsun) / sana (ne|neler) (anlattım|söyledim) / [ben] nerede (yaşıyorum|oturuyorum) / nereliyim / [ben] (ne|neyi|neleri) (severim|sevmem|seviyorum|sevmiyorum) / doğum günüm ne zaman / ne iş yapıyorum / mesleğim ne / neye alerjim var',
    tellMore:
      '[bana] [biraz] daha (fazla|çok) [anlat|bilgi|söyle] [ver] / devam [et] / daha [anlat] / (başka|başka ne var|başka ne biliyorsun|başka bir şey) [var mı] / ayrıntı [lar] / (sonra|peki sonra|ee sonra|eee) / hepsi bu mu / detay [ver] / daha ayrıntılı anlat',
    why: '[ama|peki] (neden|niye|niçin|nasıl yani|ne için) [böyle|öyle|olmaz|ki] / sebebi ne / nedeni ne / ne sebeple',
    sad: '[ben|bugün] [çok|biraz] (üzgünüm|mutsuzum|yalnızım|yorgunum|stresliyim|kötüyüm|hastayım|depresyondayım|bitkinim|moralim bozuk) [bugün] / kötü (bir gün|bir gün geçirdim|hissediyorum) / [bugün] kötü bir gündü / iyi değilim / (hiç|pek) iyi değilim',
    happy:
      '[ben|bugün] [çok] (mutluyum|sevinçliyim|heyecanlıyım|gururluyum) [bugün] / (kazandım|başardım|sınavı geçtim) / bugün [benim] doğum günüm / doğum günüm / güzel bir gün',
    bored:
      '[çok] (sıkıldım|sıkılıyorum|canım sıkılıyor|canım sıkıldı) / sıkıcı / ne yapsam / ne yapayım / beni eğlendir / (konuşalım|oynayalım|sohbet edelim|muhabbet edelim) / benimle konuş / bir şey söyle / bir şeyler söyle',
    language:
      '{} (biliyor musun|konuşuyor musun|konuşabiliyor musun|anlıyor musun) / (hangi|kaç) (dilleri|dil|diller) (konuşuyorsun|biliyorsun|konuşabiliyorsun)',
    presence:
      '(orada|burada|buralarda) (mısın|mısınız) / orda mısın / kimse (var mı|yok mu) / test / deneme / ping / beni duyuyor musun / çalışıyor musun / uyanık mısın',
    outside:
      '[bugün|yarın] [{}da|{}de] hava [durumu] [nasıl|ne] [olacak] / hava durumu [nasıl|ne] / (bugün|yarın) yağmur yağacak mı / [bugün] [neler] haberler [neler|ne] / haberlerde ne var / {} (internette|googleda) ara / internette {} ara',
    task: '[bana] {} (hakkında|için|ile ilgili) [bir] (şiir|hikaye|mektup|mail|kod|şarkı|program|yazı|metin|makale|konuşma) (yaz|yazar mısın) / [bana] [bir] (şiir|hikaye|mektup|mail|kod|şarkı|yazı|metin) (yaz|yazar mısın) / {} (çevir|tercüme et|özetle) / {} (çiz|resmini çiz)',
    wish: '[tanıştığımıza] memnun oldum / ben de memnun oldum / seni gördüğüme sevindim / (mutlu|iyi) (noeller|yıllar|bayramlar|seneler) / doğum günün kutlu olsun / (tebrikler|kutlarım) / iyi şanslar / başarılar / hoş geldin / afiyet olsun / geçmiş olsun / tatlı rüyalar / iyi uykular',
    unclear:
      '(ne|efendim|nasıl yani|pardon) / ne demek istiyorsun / [seni] (anlamadım|anlamıyorum) / (tekrar eder misin|tekrarla|bir daha söyle) / (bu|o) (yanlış|doğru değil) / yanlış [cevap] / yanılıyorsun / doğru değil / mantıklı değil / [bu] yardımcı olmadı / bunu sormadım',
    insult:
      'senden [çok] (nefret ediyorum|tiksiniyorum) / nefret ediyorum senden / kapa [o] çeneni / çeneni kapat / kes sesini / sesini kes / (cehenneme|defol) git / defol / geber / kendini öldür / kimse seni (sevmiyor|istemiyor) / [sen] [çok] (kötü|berbat|iğrenç|çirkin|sıkıcı|sinir bozucu) bir (botsun|şeysin) / [sen] [çok] (kötüsün|berbatsın|iğrençsin|çirkinsin|sıkıcısın) / kötü bot / hiçbir işe yaramıyorsun',
    acknowledged:
      '(rica ederim|bir şey değil|sorun değil|bilmem|bilmiyorum|hiç|hiçbir şey|tamam|tamamdır|peki|olur|evet|hayır|yok|anladım|anlaşıldı|doğru|aynen|kesinlikle|ok|okey|okay|hmm|hm|aa|oha|vay|vay be|haha|hahaha|lol|ilginç|güzel|iyi|öyle mi|gerçekten mi|cidden mi|belki|boşver|önemli değil|yazık|elbette|tabii|tabi|he|ha|hı hı|komik|çok komik|öyle|demek öyle|biliyorum)',
  },
  facts: {
    home: 'yaş otur ev adres memleket',
    maker: 'yap yarat gelistir program sahib tasarla olustur',
    age: 'dog yasinda dogum',
  },
  mine: 'senin>benim sana>bana seni>beni',
  firstPerson: [
    ['benim', 'Benim'],
    ['ben', 'Ben'],
  ],
  says: SAID,
  states: {
    addressed: ' {name}',
    withoutModel: 'Bana bağlı bir dil modeli yok: öğrendiklerimden yanıt veriyorum.',
    described: 'Beni şöyle anlatıyorlar: “{text}”',
    topics: 'Bildiğim konular: {titles}.',
    moreTopics: 'Bildiğim konular: {titles} ve {count} konu daha.',
    alsoTopics: 'Şunları da biliyorum: {titles}.',
    alsoMoreTopics: 'Şunları da biliyorum: {titles} ve {count} konu daha.',
    allTopics: 'Bildiğim konuların hepsi bunlar. Hangisinden konuşalım?',
    noTopics: 'Bana henüz kimse bir şey öğretmedi.',
    closest: 'Bildiğim en yakın konu: {titles}.',
    yourName: 'İsim: {who}.',
    remembered: 'Hatırladıklarım: {facts}.',
    notRemembered: 'Bununla ilgili bir şey hatırlamıyorum.',
    nameUnknown: 'Bu ismi henüz bilmiyorum. Şöyle yazmak yeterli: “Benim adım …”.',
    quoted: '“{title}” metninden: {text}',
    quotedAgain: 'Dediğim gibi, “{title}” metninden: {text}',
    noReason: 'Nedeni öğrendiklerimin içinde yok.',
    teachMe: 'Knowledge bölümüne bununla ilgili bir metin eklenirse bir dahaki sefere yanıtlarım.',
    connectModel:
      'Settings bölümüne bir dil modelinin anahtarı eklenirse ya da bu Kith’i işleten kişi Ollama gibi yerel birini bağlarsa her şeyden konuşabilirim.',
    askOthers: 'Belki burada bilen biri vardır ya da başka sözlerle sormak işe yarar.',
    now: 'Saat {time} ({zone}), {date}.',
    heads: 'Tura.',
    tails: 'Yazı.',
    rolled: '{total} geldi.',
    rolledSum: '{rolls} = {total} geldi.',
    chosen: 'Seçimim: {option}.',
    result: 'Sonuç: {result}.',
    about: 'Sonuç yaklaşık {result}.',
    tooLarge: 'Bu sayı benim için çok büyük.',
    byZero: 'Sıfıra bölünemez.',
    needsModel: 'Bunun için bir dil modeli gerekli, bende ise yok.',
    languages: 'Konuştuğum diller: {languages}. İstenen dilde yazmak yeterli.',
    received: 'Gelen dosyalar: {files}.',
    unread: 'Okuyamadığım dosyalar: {files}.',
  },
};
