/** Words that are common passwords, also with digits for letters or with digits and symbols appended. */
export const commonWords =
  `password passwort passw pass motdepasse contrasena senha parola wachtwoord qwerty qwertz azerty asdfgh
zxcvbn qwertyuiop asdfghjkl zxcvbnm qazwsx qazwsxedc wsxedc letmein welcome willkommen bienvenue changeme changeit
default secret topsecret iloveyou ilove loveyou loveme princess sunshine football baseball basketball superman batman
spiderman pokemon monkey dragon shadow master mustang michael jennifer jessica jordan charlie ashley daniel thomas
andrew joshua matthew anthony nicole hunter hannah babygirl lovely liverpool chelsea arsenal barcelona realmadrid
manchester starwars trustno access admin administrator root system superuser test testing tester guest user username
login logon signin server database mysql oracle postgres cisco windows microsoft google facebook instagram linkedin
computer internet samsung iphone android company office manager marketing business summer winter spring autumn
january february march april august september october november december monday friday freedom whatever nothing hello
helloworld computer1 money ferrari porsche mercedes harley yamaha corvette chocolate butterfly flower cookie cheese
banana orange purple silver golden diamond ginger pepper buster tigger maggie bailey killer matrix phoenix thunder
family friends forever blessed jesus christ heaven angel angels mylove blink linkinpark metallica slipknot nirvana
abc abcd abcde abcdef abcdefg abcdefgh abcdefghijkl abcdefghijklmnop aaa xxx zzz qwe asd zxc qaz wsx edc rty fgh vbn
onetwothree incorrect correct mypassword yourpassword newpassword oldpassword thepassword correcthorsebatterystaple
correcthorse nopassword mypass agency demo example sample temp temporary trial website security secure`.split(
    /\s+/,
  );

/**
 * Common passwords of at least twelve characters that neither a common word nor a pattern explains. The lines from
 * "mailcreated5240" on are leaked passwords from @zxcvbn-ts/language-common 4.1.3 (MIT license).
 */
export const commonPasswords = new Set(
  `1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6 q1w2e3r4t5y6u7
q1w2e3r4t5y6u7i8 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz2wsx3edc4rfv5tgb zaq12wsxcde3 zaq1xsw2cde3 zaq12wsx1qaz 1qazxsw23edc
3edc2wsx1qaz qwer1234asdf 1234qwerasdf 1234qwerasdfzxcv qwerasdfzxcv qwerasdfzxcv1234 asdfqwer1234 qweasdzxc123
123qweasdzxc qweasdzxcrty a1b2c3d4e5f6 a1b2c3d4e5f6g7 1a2b3c4d5e6f 1a2s3d4f5g6h a1s2d3f4g5h6 z1x2c3v4b5n6 147258369147
147258369000 159753456852 741852963000 789456123000 789456123789 123698745000 112233445566 998877665544 102030405060
010203040506 314159265358 3141592653589 271828182845 123123123123 121212121212 100200300400 password12345678
mynoob123456 iloveyou1234 18atcskd2w3e 3rjs1la7qe1q 1g2w3e4r5t6y gfhjkm123456 ghbdtnghbdtn qwe123qwe123 123qwe123qwe
asd123asd123 abc123abc123 zxc123zxc123 1qaz1qaz1qaz 1qaz2wsx1qaz 2wsx1qaz2wsx q2w3e4r5t6y7 5t4r3e2w1q00 w2e3r4t5y6u7
thequickbrownfox ineedapassword idontknow1234 fuckyou12345 fuckoff12345 asshole12345 tobeornottobe maytheforcebewithyou
thisismypassword letmeinplease openthedoor1 opensesame123 abracadabra12 supercalifragilistic whatthefuck12
mailcreated5240 qazwsxedcrfv polniypizdec0211 sojdlg123aljg leavemealone motherfucker ghjcnjgfhjkm zxcasdqwe123
sonyericsson ghhh47hj7649 masterbating flvbybcnhfnjh ghbdtnrfrltkf websolutions finalfantasy chickenwing101
unbelievable justinbieber contortionist newproject2004 pornographic masturbation needforspeed businessbabe
123456789123 masterbaiting maurolarastefy supernatural professional domainlock2005 scandinavian dkflbvbhjdbx
momsanaladventure hd764nw5d7e1vb1 qazwsxedcrfvtgb dkflbvbhjdyf counterstrike vfvfvskfhfve fkmnthyfnbdf intelligence
23176djivanfros qazxswedcvfr whosyourdaddy fktrcfylhjdbx fktrcfylhjdyf 541233432442 chesterfield lost4815162342
vanyarespekt 89231243658s iseedeadpeople transformers devilmaycry4 combat123654 jamesbond007 4815162342lost
123456789qqq ghjcnjrdfibyj international saun24865709 ptybnxtvgbjy polniypizdec110211 1qa2ws3ed4rf playstation3
31217221027711 fucktheworld mevefalkcakk hedimaptfcor cosmopolitan zqjphsyf6ctifgu lhbjkjubz2957704 123456782000
andrewjackie 1qazxsw23edcvfr4 christopher1 networkingpe philadelphia peanutbutter boy4u2ownnyc ingodwetrust
minecraft123 digitalprodu installdevic an83546921an13 qawsedrftgyh 123321qweewq auckland2010 residentevil
olcrackmaster 32615948worms fuckyoubitch avrillavigne massimiliano nhfdvfnjkju123 742617000027 41d8cd98f00b
nemvxyheqdd5oqxyxyzi temppassword p030710p$e4o punksnotdead fynfyfyfhbde nightcrawler playstation2 gjkysqgbpltw
ticketmaster 01telemike01 stratocaster ghjcnjqgfhjkm installsqlst 123456789101 frederiksberg schoolgirlie
sanfrancisco 89876065093rax lytghjgtnhjdcr 111222333000 nhecsyfujkjdt zaqwsxcderfv seemnemaailm qwaszxerdfcv
antananarivu greenlantern iloveboobies ghjcnjgbpltw 123321456654 morganstanley 59382113kevinp gtnhjpfdjlcr
bltynbabrfwbz warhammer40k passwordstandard maprchem56458 construction bpgjldsgjldthnf iampurehaha2 qazxswedc123
stinkyfinger cjdthitycndj corperfmonsy weihnachtsbau 1234567892000 stickdaddy77 014702580369 necronomicon
mortalkombat systemofadown satisfaction cheeseburger minnesota_hp 122333444455555 vladimirovna 111222333444555
ilovemyfamily michaeljackson 1qa2ws3ed4rf5tg websolutionssu amadeusptfcor specialinsta nhfycajhvths rfnthbyf1988
paraklast1974 webuivalidat msorcloledbr nondriversig wazzkaprivet weihnachtsbaum fktrcfylhjdf ghjnbdjcnjzybt
sonnenschein anytimetoday ntktdbpjh1994 nick1234-rem936 thecakeisalie ontheoutside zcfvfzkexifz xxxp455w0rd5
ghjatccbjyfk aksjdlasdakj89879 23wkoa0fp78dk fatima753357 6215mila6215 love777321777 4815162342lf pfqwtd27121988
cnfc35762209 civilization findaupair007 alpha135792468 ghtdtlvtldtl edwardcullen gfhfktkjuhfv lytdybrbdfvgbhf
passwordassword ronaldinho10 ipo54tj45uy856 89semtsriuty foreveryoung sdicmt7seytn blacksonblon 420842084208555
ktjynsq40147 bullnuts2003 050605rostik 19960610ilja entertainment 89063032220m badiman28200 123ewqasdcxz
nhbujyjvtnhbz polniypizdec1102 ne_e_pod_chehyl hd764nw5d7e1vbv josephphone7 gthtrfnbgjkt configuratio msoracle32re
bhrh0h2oof6xbqjeh 193570356033`.split(/\s+/),
);
