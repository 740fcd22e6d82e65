/**
 * The carrier of a tracking number: by its format where only one carrier has it. International numbers of postal
 * services (UPU S10, `RR123456785DE`) have a check digit and the country that sent them.
 */
export function recogniseCarrier(trackingNumber: string): string | null {
  const number = trackingNumber.replace(/\s+/g, '').toUpperCase();
  const postal = /^[A-Z]{2}(\d{8})(\d)([A-Z]{2})$/.exec(number);
  if (postal) {
    const [, serial = '', check, country = ''] = postal;
    return Number(check) === checkDigit(serial) ? (postalServices[country] ?? null) : null;
  }
  return formats.find(({ format }) => format.test(number))?.carrier ?? null;
}

/** UPU S10: a weighted sum modulo 11. */
function checkDigit(serial: string): number {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(serial[at]), 0);
  const digit = 11 - (sum % 11);
  return digit === 10 ? 0 : digit === 11 ? 5 : digit;
}

/** By the country of the number; names are those of `carriers`. */
const postalServices: Readonly<Record<string, string>> = {
  AT: 'Österreichische Post',
  AU: 'Australia Post',
  BE: 'bpost',
  CA: 'Canada Post',
  CH: 'Swiss Post',
  DE: 'Deutsche Post',
  DK: 'PostNord',
  ES: 'Correos',
  FI: 'Posti',
  FR: 'La Poste',
  GB: 'Royal Mail',
  IT: 'Poste Italiane',
  JP: 'Japan Post',
  NL: 'PostNL',
  SE: 'PostNord',
  US: 'USPS',
};

/** Formats that one carrier alone has. Bare numbers of 10 to 16 digits are of many carriers, so the seller chooses. */
const formats: readonly { carrier: string; format: RegExp }[] = [
  { carrier: 'UPS', format: /^1Z[A-Z0-9]{16}$/ },
  { carrier: 'DHL', format: /^(JJD\d{16,20}|JVGL\d{14,20}|00340434\d{12})$/ },
  { carrier: 'USPS', format: /^9[2-5]\d{20}$/ },
  { carrier: 'PostNL', format: /^3S[A-Z]{4}\d{7,11}$/ },
  { carrier: 'La Poste', format: /^[68][A-Z]\d{11}$/ },
  { carrier: 'Swiss Post', format: /^99\d{16}$/ },
  { carrier: 'bpost', format: /^3232\d{20}$/ },
  { carrier: 'InPost', format: /^6\d{23}$/ },
  { carrier: 'PostNord', format: /^003(70|73)\d{15}$/ },
];
