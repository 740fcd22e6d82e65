import { pick, type Random } from './seeded.ts';

/**
 * Post codes of the towns that demo members live in: `#` is any digit, `1` to `9` too at the place of `+`, `@` a
 * letter.
 */
const postCodes: Readonly<Record<string, string>> = {
  Aarhus: '82#0',
  Amsterdam: '10+# @@',
  Antwerp: '20#0',
  Austin: '787##',
  Bern: '301#',
  Boston: '021##',
  Brighton: 'BN1 +@@',
  Brisbane: '40##',
  Bristol: 'BS+ +@@',
  Brno: '60# 00',
  Chicago: '606##',
  Cleveland: '441##',
  Cork: 'T12 @#@#',
  Denver: '802##',
  Gent: '90#0',
  Glasgow: 'G1+ +@@',
  Gothenburg: '41+ ##',
  Haarlem: '20+# @@',
  Kraków: '31-###',
  Leeds: 'LS+ +@@',
  Leipzig: '041##',
  Lisbon: '1+#0-###',
  Lyon: '6900+',
  Madrid: '280##',
  Manchester: 'M+ +@@',
  Nantes: '44+00',
  Oslo: '05##',
  Perth: '60##',
  Portland: '972##',
  Porto: '4+#0-###',
  Rotterdam: '30+# @@',
  'San Diego': '921##',
  Seattle: '981##',
  Sofia: '1+##',
  Tampere: '33+00',
  Toronto: 'M5@ #@#',
  Utrecht: '35+# @@',
  Valencia: '460##',
  Vancouver: 'V6@ #@#',
  Zürich: '80##',
};

/** A post code as the town has them. Throws for a town without a pattern. */
export function postCodeOf(town: string, random: Random): string {
  const pattern = postCodes[town];
  if (!pattern) throw new RangeError(`no post code is known for ${town}`);
  return filled(pattern, random);
}

/** Who carries a letter out of a country, and how they number it; `S10` is the shape that all posts share. */
const carriers: Readonly<Record<string, readonly (readonly [name: string, pattern: string])[]>> = {
  AU: [['Australia Post', 'S10']],
  BE: [['bpost', '3232##################']],
  CA: [['Canada Post', '70##############']],
  DE: [
    ['Deutsche Post', 'S10'],
    ['DHL', '00340434############'],
  ],
  DK: [['PostNord', 'S10']],
  FR: [['La Poste', '6A###########']],
  GB: [['Royal Mail', 'S10']],
  NL: [['PostNL', '3S@@@@#########']],
  US: [['USPS', '9400111899############']],
};
const others: Readonly<Record<string, string>> = {
  BG: 'Bulgarian Posts',
  CH: 'Swiss Post',
  CZ: 'Česká pošta',
  ES: 'Correos',
  FI: 'Posti',
  IE: 'An Post',
  NO: 'Posten',
  PL: 'Poczta Polska',
  PT: 'CTT',
  SE: 'PostNord',
};

/** How a parcel out of a country is sent, with a number of that carrier's shape. */
export function parcelFrom(country: string, random: Random): { carrier: string; trackingNumber: string } {
  const [carrier, pattern] = pick(random, carriers[country] ?? [[others[country] ?? 'Post', 'S10']]);
  return { carrier, trackingNumber: pattern === 'S10' ? postalNumber(country, random) : filled(pattern, random) };
}

/** Two letters, eight digits, their check digit and the country, by the Universal Postal Union's standard S10. */
function postalNumber(country: string, random: Random): string {
  const digits = filled('########', random);
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  const rest = 11 - (sum % 11);
  return `${filled('R@', random)}${digits}${rest === 10 ? 0 : rest === 11 ? 5 : rest}${country}`;
}

const letters = 'ABCEGHJKLMNPRSTVXY';

function filled(pattern: string, random: Random): string {
  const any = (from: string) => from[Math.floor(random() * from.length)] ?? '';
  return pattern.replaceAll(/[#+@]/g, (place) =>
    any(place === '@' ? letters : place === '+' ? '123456789' : '0123456789'),
  );
}
