/** Words that common passwords are made of, also written with digits for letters and with something behind. */
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

/** Common ones of twelve characters and more that no rule above explains. */
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
thisismypassword letmeinplease openthedoor1 opensesame123 abracadabra12 supercalifragilistic whatthefuck12`.split(
    /\s+/,
  ),
);
