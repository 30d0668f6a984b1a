import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language.js';

describe('the language of a text', () => {
  it.each([
    ['The library opens at nine on weekdays and is closed on Sundays.', 'english'],
    ['Das Freibad öffnet von Mai bis September täglich um neun Uhr.', 'german'],
    ['El mercado de la plaza abre de martes a sábado por la mañana.', 'spanish'],
    ['La bibliothèque est ouverte tous les jours sauf le dimanche.', 'french'],
    ['Каток работает каждый день с десяти утра до десяти вечера.', 'russian'],
    ['Η βιβλιοθήκη είναι ανοιχτή κάθε μέρα εκτός από την Κυριακή.', 'greek'],
    ['Kirjasto on avoinna joka päivä paitsi sunnuntaisin.', 'finnish'],
    ['Kütüphane pazar hariç her gün saat dokuzda açılır.', 'turkish'],
    ['Biblioteket är öppet alla dagar utom söndag från klockan nio.', 'swedish'],
    ['Biblioteket er åbent hver dag undtagen søndag fra klokken ni.', 'danish'],
    ['De bibliotheek is elke dag behalve zondag geopend vanaf negen uur.', 'dutch'],
    ['A könyvtár vasárnap kivételével minden nap kilenc órától nyitva van.', 'hungarian'],
    ['Biblioteca este deschisă în fiecare zi, cu excepția duminicii, de la ora nouă.', 'romanian'],
    ['Biblioteka dirba kasdien, išskyrus sekmadienį, nuo devintos valandos.', 'lithuanian'],
    ['A biblioteca está aberta todos os dias exceto domingo a partir das nove.', 'portuguese'],
    ['La biblioteca è aperta tutti i giorni tranne la domenica dalle nove.', 'italian'],
    ['Библиотека је отворена сваког дана осим недеље од девет сати.', 'serbian'],
    ['Knjižnica je otvorena svaki dan osim nedjelje od devet sati.', 'serbian'],
    ['पुस्तकालय रविवार को छोड़कर हर दिन सुबह नौ बजे खुलता है।', 'hindi'],
    ['المكتبة مفتوحة كل يوم ما عدا الجمعة من الساعة التاسعة صباحا.', 'arabic'],
    ['The ferry to Łódź leaves at nine, and tickets are sold on board by the crew.', 'english'],
    ['Коньки дают напрокат на два часа за триста рублей, детям за двести.', 'russian'],
    // Without a configuration of their own.
    ['Biblioteka jest otwarta codziennie od dziewiątej do siedemnastej.', 'simple'],
    ['Knihovna je otevřena každý den kromě neděle od devíti hodin.', 'simple'],
    ['Knižnica je otvorená každý deň okrem nedele od deviatej hodiny.', 'simple'],
    ["Бібліотека відкрита щодня з дев'ятої ранку, крім неділі.", 'simple'],
    [
      'Библиотеката е отворена всеки ден от девет до пет. Влизането с кучета е забранено, а външните врати се заключват.',
      'simple',
    ],
    ['Библиотеката е отворена секој ден освен во недела, и влезот за сите е слободен, вели нејзиниот раководител.', 'simple'],
    ['Thư viện mở cửa hàng ngày từ chín giờ sáng.', 'simple'],
    ['Bibliotēka ir atvērta katru dienu, izņemot svētdienas, no pulksten deviņiem.', 'simple'],
    ['Raamatukogu on avatud iga päev peale pühapäeva alates kella üheksast.', 'simple'],
    ['הספרייה פתוחה בכל יום מלבד שבת משעה תשע בבוקר.', 'simple'],
    ['도서관은 매일 아홉 시에 문을 엽니다. 일요일에는 쉽니다.', 'simple'],
    ['کتابخانه هر روز به جز جمعه از ساعت نه صبح باز است و چای می‌دهد.', 'simple'],
    ['คำถามเกี่ยวกับห้องสมุดเปิดทุกวัน', 'simple'],
    ['図書館は火曜日から日曜日まで開いています。', 'simple'],
    ['ok', 'simple'],
    ['', 'simple'],
  ])('of %j is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
