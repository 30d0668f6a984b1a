import { FACT_KEYS } from './fact.js';

/**
 * Words by which people ask for facts whose key is English whatever their language. They are searched with the fact and shown to nobody. No bare
 * negations, which stand in messages about anything.
 */
export const FACT_WORDS: Readonly<Record<string, string>> = {
  [FACT_KEYS.name]: `name called heiße Name nombre llamo nom appelle nome chiamo chamo naam nazywam имя зовут adım ismim 名前 名字 叫 이름 ชื่อ`,
  [FACT_KEYS.livesIn]: `live home city town address country Wohnort wohne wohnst lebe Stadt Heimat Zuhause vivo ciudad casa habite ville maison moro cidade
    abito città woon stad mieszkam miasto живу город дом yaşıyorum şehir ev 住む 住んで 住所 出身 家 街 城市 居住 住在 哪里人 살아 사는 살고 집 도시 อยู่ บ้าน เมือง อาศัย`,
  [FACT_KEYS.worksAs]: `work job profession occupation career living Arbeit arbeite Beruf trabajo profesión travail travaille métier trabalho profissão lavoro
    werk beroep pracuję praca работа работаю профессия iş meslek çalışıyorum 仕事 職業 働いて 工作 职业 上班 직업 일 회사 ทำงาน อาชีพ`,
  [FACT_KEYS.birthday]: `birthday born birth age old Geburtstag geboren alt cumpleaños nacido nací edad anniversaire né âge aniversário nasci idade
    compleanno nato età verjaardag urodziny день рождения родился лет doğum günü yaş 誕生日 生まれ 何歳 生日 出生 几岁 생일 태어난 나이 วันเกิด เกิด อายุ`,
  [FACT_KEYS.pronouns]: `pronouns Pronomen pronombres pronoms pronomi pronomes местоимения zamir 代名詞 代词 대명사 สรรพนาม`,
  [FACT_KEYS.likes]: `like love enjoy favourite favorite hobby prefer mag liebe gern Lieblings Hobby gusta gustan encanta favorito afición aime préféré
    gosto piace preferito houd hou leuk lubię ulubiony люблю нравится любимый severim seviyorum favori 好き 趣味 大好き 喜欢 爱好 最爱 좋아 취미 ชอบ โปรด`,
  [FACT_KEYS.dislikes]: `dislike hate avoid hasse ungern odio detesto déteste odeio haat ненавижу sevmem
    嫌い 苦手 讨厌 不喜欢 싫어 ไม่ชอบ เกลียด`,
  [FACT_KEYS.allergicTo]: `allergy allergies eat Allergie vertrage alergia allergie allergia alergię аллергия alerji アレルギー 过敏 알레르기 แพ้`,
  [FACT_KEYS.note]: `remember remind note merken erinnern recuerda rappelle lembra ricorda onthoud pamiętaj запомни hatırla 覚えて 记住 기억 จำ`,
};
