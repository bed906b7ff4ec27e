/** The most frequent leaked passwords, with those common in Brazil. Lower-cased, without accents. */
const COMMON_PASSWORDS = new Set(
  `000000 0123456 01234567 0123456789 070707 101010 102030 10203040 111111 11111111 1111111111 112233 11223344 121212
  123123 123123123 123321 123456 1234567 12345678 123456789 1234567890 123456a 1234qwer 123654 123abc 123mudar 131313
  142536 147258 147258369 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 202020 222222 232323 252525 333333 444444
  55555 555555 654321 666666 696969 777777 7777777 789456 789456123 87654321 888888 88888888 987654 987654321 999999
  99999999 a12345 a123456 a1b2c3 aa123456 abc123 abc12345 abcd1234 abcdef access admin admin1 admin123 admin@123 administrador
  amanda amorzinho anitta asdasd asdf1234 asdfgh asdfghjkl azerty baseball batman bateria beatriz biblia bismillah
  brasil brasil10 brasil123 brasil2014 brasil2022 bruna1 bruninha camila carlos casamento charlie cashback cashback123 chelsea corinthians corinthians1 cristo cruzeiro daniel
  deusefiel deusfiel dragon eduardo estrela familia felicidade fernanda flamengo flamengo1 flamengo10 flamengo123 flower football freedom futebol
  gabriel gabriela gremio guilherme gustavo hello123 iloveyou internet jesus1 jesuscristo jordan junior juliana
  larissa leonardo letmein liverpool lovely lucas1 lucas123 marcelo maria1 mariana master matheus matrix michael
  mengao minhasenha monkey mudar123 mudar@123 mustang naruto nicole palmeiras pass123 password password1 password123 patricia pokemon
  princesa princess q1w2e3 q1w2e3r4 qazwsx qwe123 qweasd qweasdzxc qwer1234 qwert1 qwerty qwerty1 qwerty123
  qwertyuiop rafael rafaela ricardo rodrigo samsung santos sao paulo saopaulo secret senha1 senha12 senha123
  senha1234 senha12345 senha123456 senha@123 senhas shadow starwars success summer sunshine superman teamo1 teste1 teste123 teste1234 test123456 testeteste thomas tigger
  trocar123 trustno1 unknown vanessa vasco1 vasco123 vitoria welcome welcome1 whatever xxxxxx zaq12wsx zxcvbn zxcvbnm`.split(
    /\s+/,
  ),
);

/** True for one of the commonest passwords, whatever its case and accents, and for one character repeated. */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(plainPassword(password)) || /^(.)\1*$/u.test(password);
}

/** Lower-cased, without accents: the form in which lists of passwords hold them. */
export function plainPassword(password: string): string {
  return password.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
