/** True for one of the 3000 most common passwords (ASVS 6.2.4), in any letter case. */
export const isCommon = (password: string): boolean => COMMON.has(password.toLowerCase());

// Only passwords that satisfy docs/decisions.md A7: number and keyboard sequences, words, then words and names with the usual endings.
const WORDS = `
123456 1234567 12345678 123456789 1234567890 12345678901 123456789012 1234567890123 12345678901234 123456789012345
1234567890123456 12345678901234567 123456789012345678 1234567890123456789 12345678901234567890 000000 0000000 00000000 000000000
0000000000 111111 1111111 11111111 111111111 1111111111 222222 2222222 22222222 222222222 2222222222 333333 3333333 33333333
333333333 3333333333 444444 4444444 44444444 444444444 4444444444 555555 5555555 55555555 555555555 5555555555 666666 6666666
66666666 666666666 6666666666 777777 7777777 77777777 777777777 7777777777 888888 8888888 88888888 888888888 8888888888 999999
9999999 99999999 999999999 9999999999 password passw0rd p4ssword p455word pa55word pass1234 passwort contrasena motdepasse
senha123 wachtwoord parola haslo123 lozinka salasana heslo123 kennwort qwerty qwertyuiop qwertyui qwert123 qwertz qwertzuiop
azerty azertyuiop asdfgh asdfghjkl asdfghjk zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc edcrfv rfvtgb 1qaz2wsx 1qaz2wsx3edc zaq12wsx
zaq1xsw2 qweasd qweasdzxc asdqwe asdzxc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 qwer1234 asdf1234
zxcv1234 1234qwer 123qwe 123qweasd qwe123 asd123 zxc123 qwaszx poiuyt lkjhgf mnbvcxz mnbvcx 0987654321 poiuytrewq ytrewq abc123
abcd1234 abcde12345 abcdef abcdefg abcdefgh abcdefghi a1b2c3 a1b2c3d4 aa123456 a123456 a12345678 a123456789 ab123456 abc12345
abc123456 abc1234 abcabc abc123abc 123abc 123456abc 1234abcd 12345abc 123456a 123456q 123456z 12345a 12345q 1234567a 12345678a
123456789a letmein letmein1 welcome welcome1 welcome123 iloveyou iloveyou1 iloveyou2 iloveu iloveme ilovegod loveme loveyou
lovelove lover1 lovers monkey dragon master sunshine princess football baseball basketball softball hockey soccer shadow
superman batman spiderman ironman wolverine trustno1 whatever starwars pokemon pikachu naruto hannah computer internet michael
jennifer jessica ashley thomas daniel andrew joshua matthew robert jordan hunter ranger buster tigger charlie maggie ginger
pepper summer winter spring autumn flower freedom killer secret access cookie chocolate cheese banana orange purple yellow
silver golden diamond butterfly rainbow angels angelina samantha amanda nicole michelle melissa jasmine victoria elizabeth
stephanie alexander benjamin christian christopher jonathan nathan nicholas patrick anthony brandon william richard joseph
justin austin dallas denver phoenix boston london berlin madrid barcelona liverpool chelsea arsenal manchester juventus
realmadrid football1 yankees lakers cowboys steelers eagles packers redskins raiders giants broncos patriots dolphins panthers
tigers falcons mustang corvette ferrari porsche mercedes toyota nissan camaro harley yamaha kawasaki suzuki subaru bmw325
maserati lamborghini chevrolet chevy1 dodge1 firebird admin1 admin12 admin123 admin1234 admin12345 admin123456 administrator
adminadmin root123 rootroot toor123 superuser sysadmin system manager manager1 operator default guest1 guest123 test123 test1234
test12345 tester testing testtest user123 user1234 username demo123 demodemo temp123 temp1234 temppass changeme changeme1
changeit letmein123 login123 login1 access14 server oracle mysql123 postgres postgresql ubuntu linux123 windows microsoft google
facebook twitter instagram youtube linkedin amazon apple123 samsung iphone android discord discord1 gamer123 minecraft roblox
fortnite warcraft starcraft counter valorant leagueoflegends overwatch playstation xbox360 nintendo gameboy steam123 blizzard
diablo mario123 sonic123 halo123 matrix gandalf legolas aragorn hobbit harrypotter hermione hogwarts voldemort jedi123
darthvader yoda123 skywalker vader1 stargate startrek enterprise picard spock1 mynoob fuckyou fuckyou1 fuckme fuckoff asshole
bitch1 bitches biteme bigboy bigdog bigdaddy blowme pussycat sexy123 hottie hotmail sucker suckit bullshit jesus1 jesus123
jesuschrist christ heaven blessed faith1 church bible1 godisgood god123 lord123 praise spirit prayer angel1 angel123 savior
amen123 hallelujah hello1 hello123 hello1234 hellohello hello12345 goodbye goodluck please nothing something anything everything
forever always together friends friend family mother father mommy1 daddy1 brother sister babygirl babyboy baby123 babydoll
sweety sweetheart sweetie sweetpea darling honey1 honeybee kisses kissme lovely lovebug lovelife heart1 hearts beautiful
gorgeous cutie123 cutiepie pretty prettygirl precious princesa princess1 queen1 kingking prince dakota cowboy cowgirl country
western guitar guitar1 music1 music123 musica rockstar rocknroll metallica nirvana slipknot linkinpark greenday eminem shakira
rihanna beyonce madonna beatles elvis1 pinkfloyd acdc123 ironmaiden blink182 paramore greatful snoopy garfield mickey minnie
donald goofy123 scooby scoobydoo simpsons homer1 bart123 southpark cartman kenny1 barbie barney elmo123 cookie1 kermit
tinkerbell tweety bambi1 dumbo1 simba1 nemo123 shrek1 winnie piglet eeyore hellokitty animal kitten kittycat puppy1 puppies
doggie doggy1 tiger1 tiger123 lion123 panther leopard cheetah elephant giraffe zebra1 monkey1 monkey123 gorilla rabbit bunny1
bunnies turtle snake1 viper1 cobra1 eagle1 falcon hawk123 raven1 phoenix1 penguin dolphin dolphin1 shark1 whale1 horses horse1
pony123 unicorn dragon1 dragon123 wolf123 wolves fox123 bear123 panda1 panda123 koala1 hamster beetle spider spider1 scorpion
january february march1 april1 august september october november december monday tuesday wednesday thursday friday saturday
sunday summer1 summer123 winter1 spring1 autumn1 christmas halloween easter1 birthday holiday vacation america american canada
mexico brazil brasil argentina colombia england scotland ireland france germany italia italy123 spain1 portugal sweden norway
denmark finland poland russia ukraine turkey greece india1 india123 pakistan china1 japan1 tokyo1 korea1 australia sydney
newyork newyork1 chicago texas1 california florida hawaii alaska vegas1 hollywood brooklyn orlando houston atlanta detroit
seattle apple1 apples banana1 cherry cherry1 strawberry blueberry peaches peanut peanut1 pumpkin cupcake cookies candy1 candy123
sugar1 honey123 coffee coffee1 pizza1 pizza123 burger bacon1 chicken chicken1 cheese1 butter pepper1 ginger1 vanilla cinnamon
oreo123 snickers skittles cocacola pepsi1 pepsicola budlight corona heineken guinness tequila vodka1 whiskey jackdaniels red123
blue123 green1 green123 black1 black123 white1 white123 pink123 pinky1 purple1 orange1 yellow1 silver1 golden1 blueeyes bluesky
blackcat blacky brownie soccer1 soccer10 soccer12 football12 footbal baseball1 baseball12 basketball1 volleyball softball1
tennis1 hockey1 hockey12 swimming swimmer runner1 running racing racecar skater skate1 skateboard surfing surfer snowboard
skiing1 golfer golf123 golfing boxing1 wrestling karate judo123 fishing fishing1 hunting hunter1 camping cheer1 cheerleader
dancer dancer1 dancing gymnast love123 love12 love1234 loveyou1 mylove mylove1 truelove onelove ilovehim ilovemyself iloveyou123
teamo1 tequiero amor123 amormio amores teamomucho mivida corazon corazon1 carino bonita hermosa estrella princesa1 chiquita
gatita tequieromucho jetaime loulou doudou soleil bonjour chouchou marseille nicolas camille chocolat schatz schatzi liebe1
hallo123 hallo1 sonnenschein passwort1 berlin1 schalke04 bayern dortmund fussball ciao123 ciaociao amore1 amoremio juventus1
napoli inter1 forzamilan francesca alessandro giuseppe antonio lorenzo superstar superman1 supergirl supersonic super123 super1
batman1 batman123 spiderman1 spiderman123 ironman1 captain deadpool avengers thor123 loki123 joker1 joker123 harley1 flash1
robin1 catwoman money1 money123 moneyman cashmoney dollar dollars millionaire rich123 richie paypal bank123 gold123 bitcoin
bitcoin1 success winner winner1 lucky1 lucky7 lucky123 loser1 champion victory power1 powerful number1 numberone first1 security
security1 secure1 secret1 secret123 private mypass mypassword mypass123 thepassword passpass pass123 pass12 password! password1!
p@ssw0rd p@ssword pa$$word pa$$w0rd passw0rd1 passw0rd! p@ssw0rd1 p@ssw0rd123 p@55w0rd qwerty! admin! welcome@123 welcome!
root@123 abc@123 abcd@1234 india@123 pass@word1 password@1 password@123 qwerty@123 computer1 internet1 laptop1 hacker hacker1
hacking h4ck3r programmer developer software hardware network router1 wireless wifi123 database password0 keyboard monitor
printer mouse123 email123 website webmaster cisco123 juniper1 dell123 lenovo toshiba compaq macbook thinkpad student student1
teacher school school1 college university graduate math123 science history english spanish french1 german1 letters library
doctor nurse1 nursing medical hospital police fireman firefighter soldier army123 marine marines navy123 airforce military
ranger1 sniper sniper1 killer1 killer123 assassin warrior warriors samurai ninja1 ninja123 pirate pirates viking vikings knight
knights legend legends hero123 heroes gangster playboy playboy1 player player1 stoner weed420 smoke420 ganja420 420420 69696969
696969 6969696 bob123 thx1138 ncc1701 ncc1701d rush2112 bond007 jamesbond agent007 007007 8675309 314159 31415926 3141592 271828
141421 112233 11223344 1122334455 121212 12121212 131313 13131313 123321 1234321 12344321 123454321 123123 123123123 123321123
321321 654321 7654321 87654321 987654321 9876543210 98765432 159753 159357 147258 147258369 147852 147852369 258456 258369
369258 369258147 741852 741852963 789456 789456123 7894561230 456789 456123 456456 789789 987987 852456 951753 753951 963852
963852741 142536 102030 10203040 1020304050 010203 01020304 0102030405 010101 01010101 020202 030303 202020 101010 10101010
111222 111222333 222333 123789 123654 123654789 321654 321654987 124578 134679 135790 246810 2468101 24681012 147896 147896325
159159 951951 258258 147147 369369 357357 171717 181818 191919 212121 232323 242424 252525 262626 272727 282828 292929 313131
323232 343434 454545 565656 676767 787878 878787 898989 909090 989898 969696 686868 aaaaaa aaaaaaaa bbbbbb bbbbbbbb cccccc
cccccccc dddddd dddddddd eeeeee eeeeeeee ffffff ffffffff gggggg gggggggg hhhhhh hhhhhhhh iiiiii iiiiiiii jjjjjj jjjjjjjj kkkkkk
kkkkkkkk llllll llllllll mmmmmm mmmmmmmm nnnnnn nnnnnnnn oooooo oooooooo pppppp pppppppp qqqqqq qqqqqqqq rrrrrr rrrrrrrr ssssss
ssssssss tttttt tttttttt uuuuuu uuuuuuuu vvvvvv vvvvvvvv wwwwww wwwwwwww xxxxxx xxxxxxxx yyyyyy yyyyyyyy zzzzzz zzzzzzzz
password1 password12 password123 password1234 password12345 password123456 password01 password007 password11 password13
password21 password22 password23 password69 password77 password88 password99 password123! password#1 password2000 password2010
password2015 password2018 password2019 password2020 password2021 password2022 password2023 password2024 password2025 qwerty1
qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty01 qwerty007 qwerty11 qwerty13 qwerty21 qwerty22 qwerty23 qwerty69
qwerty77 qwerty88 qwerty99 qwerty1! qwerty123! qwerty#1 qwerty2000 qwerty2010 qwerty2015 qwerty2018 qwerty2019 qwerty2020
qwerty2021 qwerty2022 qwerty2023 qwerty2024 qwerty2025 welcome12 welcome1234 welcome12345 welcome123456 welcome01 welcome007
welcome11 welcome13 welcome21 welcome22 welcome23 welcome69 welcome77 welcome88 welcome99 welcome1! welcome123! welcome#1
welcome2000 welcome2010 welcome2015 welcome2018 welcome2019 welcome2020 welcome2021 welcome2022 welcome2023 welcome2024
welcome2025 monkey12 monkey1234 monkey12345 monkey123456 monkey01 monkey007 monkey11 monkey13 monkey21 monkey22 monkey23
monkey69 monkey77 monkey88 monkey99 monkey! monkey1! monkey123! monkey@123 monkey#1 monkey2000 monkey2010 monkey2015 monkey2018
monkey2019 monkey2020 monkey2021 monkey2022 monkey2023 monkey2024 monkey2025 dragon12 dragon1234 dragon12345 dragon123456
dragon01 dragon007 dragon11 dragon13 dragon21 dragon22 dragon23 dragon69 dragon77 dragon88 dragon99 dragon! dragon1! dragon123!
dragon@123 dragon#1 dragon2000 dragon2010 dragon2015 dragon2018 dragon2019 dragon2020 dragon2021 dragon2022 dragon2023
dragon2024 dragon2025 master1 master12 master123 master1234 master12345 master123456 master01 master007 master11 master13
master21 master22 master23 master69 master77 master88 master99 master! master1! master123! master@123 master#1 master2000
master2010 master2015 master2018 master2019 master2020 master2021 master2022 master2023 master2024 master2025 letmein12
letmein1234 letmein12345 letmein123456 letmein01 letmein007 letmein11 letmein13 letmein21 letmein22 letmein23 letmein69
letmein77 letmein88 letmein99 letmein! letmein1! letmein123! letmein@123 letmein#1 letmein2000 letmein2010 letmein2015
letmein2018 letmein2019 letmein2020 letmein2021 letmein2022 letmein2023 letmein2024 letmein2025 sunshine1 sunshine12 sunshine123
sunshine1234 sunshine12345 sunshine123456 sunshine01 sunshine007 sunshine11 sunshine13 sunshine21 sunshine22 sunshine23
sunshine69 sunshine77 sunshine88 sunshine99 sunshine! sunshine1! sunshine123! sunshine@123 sunshine#1 sunshine2000 sunshine2010
sunshine2015 sunshine2018 sunshine2019 sunshine2020 sunshine2021 sunshine2022 sunshine2023 sunshine2024 sunshine2025 princess12
princess123 princess1234 princess12345 princess123456 princess01 princess007 princess11 princess13 princess21 princess22
princess23 princess69 princess77 princess88 princess99 princess! princess1! princess123! princess@123 princess#1 princess2000
princess2010 princess2015 princess2018 princess2019 princess2020 princess2021 princess2022 princess2023 princess2024
princess2025 football123 football1234 football12345 football123456 football01 football007 football11 football13 football21
football22 football23 football69 football77 football88 football99 football! football1! football123! football@123 football#1
football2000 football2010 football2015 football2018 football2019 football2020 football2021 football2022 football2023
football2024 football2025 iloveyou12 iloveyou1234 iloveyou12345 iloveyou123456 iloveyou01 iloveyou11 iloveyou! iloveyou2022
iloveyou2023 iloveyou2024 iloveyou2025 shadow1 shadow12 shadow123 shadow1234 shadow12345 shadow123456 shadow01 shadow11 shadow!
shadow2022 shadow2023 shadow2024 shadow2025 superman12 superman123 superman1234 superman12345 superman123456 superman01
superman11 superman! superman2022 superman2023 superman2024 superman2025 michael1 michael12 michael123 michael1234 michael12345
michael123456 michael01 michael11 michael! michael2022 michael2023 michael2024 michael2025 jordan1 jordan12 jordan123 jordan1234
jordan12345 jordan123456 jordan01 jordan11 jordan! jordan2022 jordan2023 jordan2024 jordan2025 hunter12 hunter123 hunter1234
hunter12345 hunter123456 hunter01 hunter11 hunter! hunter2022 hunter2023 hunter2024 hunter2025 charlie1 charlie12 charlie123
charlie1234 charlie12345 charlie123456 charlie01 charlie11 charlie! charlie2022 charlie2023 charlie2024 charlie2025 summer12
summer1234 summer12345 summer123456 summer01 summer11 summer! summer2022 summer2023 summer2024 summer2025 winter12 winter123
winter1234 winter12345 winter123456 winter01 winter11 winter! winter2022 winter2023 winter2024 winter2025 spring12 spring123
spring1234 spring12345 spring123456 spring01 spring11 spring! spring2022 spring2023 spring2024 spring2025 autumn12 autumn123
autumn1234 autumn12345 autumn123456 autumn01 autumn11 autumn! autumn2022 autumn2023 autumn2024 autumn2025 liverpool1 liverpool12
liverpool123 liverpool1234 liverpool12345 liverpool123456 liverpool01 liverpool11 liverpool! liverpool2022 liverpool2023
liverpool2024 liverpool2025 chelsea1 chelsea12 chelsea123 chelsea1234 chelsea12345 chelsea123456 chelsea01 chelsea11 chelsea!
chelsea2022 chelsea2023 chelsea2024 chelsea2025 arsenal1 arsenal12 arsenal123 arsenal1234 arsenal12345 arsenal123456 arsenal01
arsenal11 arsenal! arsenal2022 arsenal2023 arsenal2024 arsenal2025 london1 london12 london123 london1234 london12345
london123456 london01 london11 london! london2022 london2023 london2024 london2025 soccer123 soccer1234 soccer12345 soccer123456
soccer01 soccer11 soccer! soccer2022 soccer2023 soccer2024 soccer2025 baseball123 baseball1234 baseball12345 baseball123456
baseball01 baseball11 baseball! baseball2022 baseball2023 baseball2024 baseball2025 hockey123 hockey1234 hockey12345
hockey123456 hockey01 hockey11 hockey! hockey2022 hockey2023 hockey2024 hockey2025 killer12 killer1234 killer12345 killer123456
killer01 killer11 killer! killer2022 killer2023 killer2024 killer2025 pepper12 pepper123 pepper1234 pepper12345 pepper123456
pepper01 pepper11 pepper! pepper2022 pepper2023 pepper2024 pepper2025 ginger12 ginger123 ginger1234 ginger12345 ginger123456
ginger01 ginger11 ginger! ginger2022 ginger2023 ginger2024 ginger2025 cookie12 cookie123 cookie1234 cookie12345 cookie123456
cookie01 cookie11 cookie! cookie2022 cookie2023 cookie2024 cookie2025 secret12 secret1234 secret12345 secret123456 secret01
secret11 secret! secret2022 secret2023 secret2024 secret2025 computer12 computer123 computer1234 computer12345 computer123456
computer01 computer11 computer! computer2022 computer2023 computer2024 computer2025 internet12 internet123 internet1234
internet12345 internet123456 internet01 internet11 internet! internet2022 internet2023 internet2024 internet2025 samsung1
samsung12 samsung123 samsung1234 samsung12345 samsung123456 samsung01 samsung11 samsung! samsung2022 samsung2023 samsung2024
samsung2025 pokemon1 pokemon12 pokemon123 pokemon1234 pokemon12345 pokemon123456 pokemon01 pokemon11 pokemon! pokemon2022
pokemon2023 pokemon2024 pokemon2025 naruto1 naruto12 naruto123 naruto1234 naruto12345 naruto123456 naruto01 naruto11 naruto!
naruto2022 naruto2023 naruto2024 naruto2025 minecraft1 minecraft12 minecraft123 minecraft1234 minecraft12345 minecraft123456
minecraft01 minecraft11 minecraft! minecraft2022 minecraft2023 minecraft2024 minecraft2025 freedom1 freedom12 freedom123
freedom1234 freedom12345 freedom123456 freedom01 freedom11 freedom! freedom2022 freedom2023 freedom2024 freedom2025 whatever1
whatever12 whatever123 whatever1234 whatever12345 whatever123456 whatever01 whatever11 whatever! whatever2022 whatever2023
whatever2024 whatever2025 flower1 flower12 flower123 flower1234 flower12345 flower123456 flower01 flower11 flower! flower2022
flower2023 flower2024 flower2025 purple12 purple123 purple1234 purple12345 purple123456 purple01 purple11 purple! purple2022
purple2023 purple2024 purple2025 orange12 orange123 orange1234 orange12345 orange123456 orange01 orange11 orange! orange2022
orange2023 orange2024 orange2025 silver12 silver123 silver1234 silver12345 silver123456 silver01 silver11 silver! silver2022
silver2023 silver2024 silver2025 tigger1 tigger12 tigger123 tigger1234 tigger12345 tigger123456 tigger01 tigger11 tigger!
tigger2022 tigger2023 tigger2024 tigger2025 buster1 buster12 buster123 buster1234 buster12345 buster123456 buster01 buster11
buster! buster2022 buster2023 buster2024 buster2025 batman12 batman1234 batman12345 batman123456 batman01 batman11 batman!
batman2022 batman2023 batman2024 batman2025 jessica1 jessica12 jessica123 jessica1234 jessica12345 jessica123456 jessica01
jessica11 jessica! jessica2022 jessica2023 jessica2024 jessica2025 jennifer1 jennifer12 jennifer123 jennifer1234 jennifer12345
jennifer123456 jennifer01 jennifer11 jennifer! jennifer2022 jennifer2023 jennifer2024 jennifer2025 ashley1 ashley12 ashley123
ashley1234 ashley12345 ashley123456 ashley01 ashley11 ashley! ashley2022 ashley2023 ashley2024 ashley2025 daniel1 daniel12
daniel123 daniel1234 daniel12345 daniel123456 daniel01 daniel11 daniel! daniel2022 daniel2023 daniel2024 daniel2025 thomas1
thomas12 thomas123 thomas1234 thomas12345 thomas123456 thomas01 thomas11 thomas! thomas2022 thomas2023 thomas2024 thomas2025
andrew1 andrew12 andrew123 andrew1234 andrew12345 andrew123456 andrew01 andrew11 andrew! andrew2022 andrew2023 andrew2024
andrew2025 robert1 robert12 robert123 robert1234 robert12345 robert123456 robert01 robert11 robert! robert2022 robert2023
robert2024 robert2025 matthew1 matthew12 matthew123 matthew1234 matthew12345 matthew123456 matthew01 matthew11 matthew!
matthew2022 matthew2023 matthew2024 matthew2025 joshua1 joshua12 joshua123 joshua1234 joshua12345 joshua123456 joshua01 joshua11
joshua! joshua2022 joshua2023 joshua2024 joshua2025 nicole1 nicole12 nicole123 nicole1234 nicole12345 nicole123456 nicole01
nicole11 nicole! nicole2022 nicole2023 nicole2024 nicole2025 anthony1 anthony12 anthony123 anthony1234 anthony12345
anthony123456 anthony01 anthony11 anthony! anthony2022 anthony2023 anthony2024 anthony2025 admin01 admin11 admin2022 admin2023
admin2024 admin2025 test12 test123456 test01 test11 test2022 test2023 test2024 test2025 user12 user12345 user123456 user01
user11 user2022 user2023 user2024 user2025 guest12 guest1234 guest12345 guest123456 guest01 guest11 guest! guest2022 guest2023
guest2024 guest2025 login12 login1234 login12345 login123456 login01 login11 login! login2022 login2023 login2024 login2025
pass12345 pass123456 pass01 pass11 pass2022 pass2023 pass2024 pass2025 hello12 hello123456 hello01 hello11 hello! hello2022
hello2023 hello2024 hello2025 love12345 love123456 love01 love11 love2022 love2023 love2024 love2025 angel12 angel1234
angel12345 angel123456 angel01 angel11 angel! angel2022 angel2023 angel2024 angel2025 baby12 baby1234 baby12345 baby123456
baby01 baby11 baby2022 baby2023 baby2024 baby2025 lucky12 lucky1234 lucky12345 lucky123456 lucky01 lucky11 lucky! lucky2022
lucky2023 lucky2024 lucky2025 apple12 apple1234 apple12345 apple123456 apple01 apple11 apple! apple2022 apple2023 apple2024
apple2025 google1 google12 google123 google1234 google12345 google123456 google01 google11 google! google2022 google2023
google2024 google2025 discord12 discord123 discord1234 discord12345 discord123456 discord01 discord11 discord! discord2022
discord2023 discord2024 discord2025 adrian alberto alejandro alexis alfredo alicia alison alyssa amelia andrea andreas andres
angela ariana arthur ashton bailey barbara beatrice bernard bianca bonnie bradley brenda brianna brittany brooke caitlin cameron
carlos carmen caroline carolina catherine charles charlotte christina christine claire claudia connor courtney crystal cynthia
damian danielle darren deborah denise dennis dominic eduardo edward evelyn fernando frances francis francisco gabriel gabriela
george gloria gordon gregory harold heather hector isabel isabella jackie jackson javier jeffrey jeremy joanna johanna johnny
judith julian karina katherine kathleen kenneth kimberly kristen lauren leonardo leslie lindsay louise madison manuel marcel
marcus margaret mariana marina martha martin martina marvin maxwell melanie miguel miranda mitchell monica monique morgan
natalia natalie natasha nelson nicola oliver olivia pamela patricia philip rachel rafael raymond rebecca ricardo roberto rodrigo
ronald russell sabrina sandra santiago sebastian sergio shannon sharon shelby shirley sierra silvia sophia sophie stephen steven
stuart suzanne sylvia tamara taylor teresa theodore theresa tiffany timothy travis trevor tristan valentina valerie vanessa
veronica victor vincent virginia vivian walter wesley whitney xavier yolanda yvonne zachary aaron1 adrian1 alberto1 alejandro1
alexis1 alfredo1 alice1 alicia1 alison1 alyssa1 amber1 amelia1 andrea1 andreas1 andres1 angela1 annie1 ariana1 arthur1 ashton1
bailey1 barbara1 beatrice1 bella1 bernard1 bianca1 billy1 bobby1 bonnie1 bradley1 brenda1 brian1 brianna1 brittany1 brooke1
bruce1 bryan1 caitlin1 caleb1 cameron1 carla1 carlos1 carmen1 carol1 caroline1 carolina1 casey1 catherine1 charles1 charlotte1
chris1 christina1 christine1 cindy1 claire1 claudia1 colin1 connor1 courtney1 craig1 crystal1 cynthia1 damian1 diana1 danielle1
danny1 darren1 david1 deborah1 denise1 dennis1 derek1 diane1 diego1 dominic1 donna1 dylan1 eddie1 edgar1 eduardo1 edward1 elena1
emily1 erica1 ethan1 evelyn1 felix1 fernando1 frances1 francis1 francisco1 frank1 gabriel1 gabriela1 george1 gloria1 gordon1
grace1 gregory1 harold1 harry1 heather1 hector1 helen1 henry1 isaac1 isabel1 isabella1 jackie1 jackson1 jacob1 jaime1 james1
jamie1 jason1 javier1 jeffrey1 jeremy1 jesse1 jimmy1 joanna1 johanna1 johnny1 jorge1 joseph1 judith1 julia1 julian1 julie1
karen1 karina1 katherine1 kathleen1 kathy1 katie1 kayla1 keith1 kelly1 kenneth1 kevin1 kimberly1 kristen1 laura1 lauren1
leonardo1 leslie1 lewis1 linda1 lindsay1 logan1 louis1 louise1 lucas1 lukas1 madison1 manuel1 marcel1 marco1 marcus1 margaret1
maria1 mariana1 marie1 marina1 mario1 martha1 martin1 martina1 marvin1 mason1 maxwell1 megan1 melanie1 miguel1 miranda1
mitchell1 molly1 monica1 monique1 morgan1 nancy1 naomi1 natalia1 natalie1 natasha1 nelson1 nicola1 oliver1 olivia1 oscar1 pablo1
pamela1 patricia1 paula1 pedro1 peter1 philip1 rachel1 rafael1 ramon1 raymond1 rebecca1 ricardo1 richard1 roberto1 rodrigo1
roger1 ronald1 rosie1 ruben1 russell1 sabrina1 sally1 sandra1 sandy1 santiago1 sarah1 scott1 sebastian1 sergio1 shannon1 sharon1
shelby1 shirley1 sierra1 silvia1 simon1 sofia1 sophia1 sophie1 stephen1 steve1 steven1 stuart1 susan1 suzanne1 sydney1 sylvia1
tamara1 tanya1 taylor1 teresa1 terry1 theodore1 theresa1 tiffany1 timothy1 tommy1 tracy1 travis1 trevor1 tristan1 tyler1
valentina1 valerie1 vanessa1 veronica1 victor1 vincent1 virginia1 vivian1 walter1 wanda1 wendy1 wesley1 whitney1 xavier1
yolanda1 yvonne1 zachary1 aaron123 adam123 adrian123 alberto123 alejandro123 alex123 alexis123 alfredo123 alice123 alicia123
alison123 alyssa123 amber123 amelia123 andrea123 andreas123 andres123 angela123 anna123 annie123 ariana123 arthur123 ashton123
bailey123 barbara123 beatrice123 bella123 bernard123 bianca123 billy123 bobby123 bonnie123 bradley123 brenda123 brian123
brianna123 brittany123 brooke123 bruce123 bryan123 caitlin123 caleb123 cameron123 carla123 carlos123 carmen123 carol123
caroline123 carolina123 casey123 catherine123 chad123 charles123 charlotte123 chris123 christina123 christine123 cindy123
claire123 claudia123 cody123 colin123 connor123 courtney123 craig123 crystal123 cynthia123 damian123 diana123 danielle123
danny123 darren123 dave123 david123 deborah123 denise123 dennis123 derek123 diane123 diego123 dominic123 donna123 dylan123
eddie123 edgar123 eduardo123 edward123 elena123 emily123 emma123 eric123 erica123 ethan123 evan123 evelyn123 felix123
fernando123 frances123 francis123 francisco123 frank123 fred123 gabriel123 gabriela123 gary123 george123 gloria123 gordon123
grace123 gregory123 harold123 harry123 heather123 hector123 helen123 henry123 isaac123 isabel123 isabella123 ivan123 jackie123
jackson123 jacob123 jaime123 james123 jamie123 jason123 javier123 jeffrey123 jeremy123 jesse123 jimmy123 joanna123 johanna123
johnny123 jorge123 jose123 joseph123 juan123 judith123 julia123 julian123 julie123 karen123 karina123 kate123 katherine123
kathleen123 kathy123 katie123 kayla123 keith123 kelly123 kenneth123 kevin123 kimberly123 kristen123 kyle123 laura123 lauren123
leah123 leonardo123 leslie123 lewis123 linda123 lindsay123 lisa123 logan123 louis123 louise123 lucas123 luis123 lukas123
madison123 manuel123 marc123 marcel123 marco123 marcus123 margaret123 maria123 mariana123 marie123 marina123 mark123 martha123
martin123 martina123 marvin123 mary123 mason123 max123 maxwell123 megan123 melanie123 miguel123 mike123 miranda123 mitchell123
molly123 monica123 monique123 morgan123 nancy123 naomi123 natalia123 natalie123 natasha123 nelson123 nick123 nicola123 oliver123
olivia123 omar123 oscar123 pablo123 pamela123 patricia123 paul123 paula123 pedro123 peter123 philip123 rachel123 rafael123
ramon123 raymond123 rebecca123 ricardo123 richard123 rick123 roberto123 rodrigo123 roger123 ronald123 rosa123 rosie123 ross123
ruben123 russell123 ruth123 ryan123 sabrina123 sally123 sam123 sandra123 sandy123 santiago123 sara123 sarah123 scott123 sean123
sebastian123 sergio123 shannon123 sharon123 shelby123 shirley123 sierra123 silvia123 simon123 sofia123 sophia123
`;
const COMMON: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
