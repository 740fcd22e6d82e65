/**
 * The carrier of a tracking number: by its format where only one carrier has it. International numbers of postal
 * services (UPU S10, `RR123456785DE`) have a check digit and the country that sent them.
 */
export function recogniseCarrier(trackingNumber: string): string | null {
  const number = trackingNumber.replace(/\s+/g, '').toUpperCase();
  const postal = /^[A-Z]{2}(\d{8})(\d)([A-Z]{2})$/.exec(number);
  if (postal) {
    const [, serial = '', check, country = ''] = postal;
    return Number(check) === checkDigit(serial)
      ? (postalServices.find((service) => service.country === country)?.name ?? null)
      : null;
  }
  return formats.find(({ format }) => format.test(number))?.name ?? null;
}

/** The carrier that was named, else that of the tracking number; null where neither says it. */
export const carrierOf = (parcel: {
  carrier?: string | null | undefined;
  trackingNumber?: string | null | undefined;
}): string | null => parcel.carrier ?? recogniseCarrier(parcel.trackingNumber ?? '');

/** UPU S10: a weighted sum modulo 11. */
function checkDigit(serial: string): number {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(serial[at]), 0);
  const digit = 11 - (sum % 11);
  return digit === 10 ? 0 : digit === 11 ? 5 : digit;
}

/** By the country of the number; names are those of `carriers`. */
const postalServices = [
  { country: 'AT', name: 'Österreichische Post' },
  { country: 'AU', name: 'Australia Post' },
  { country: 'BE', name: 'bpost' },
  { country: 'CA', name: 'Canada Post' },
  { country: 'CH', name: 'Swiss Post' },
  { country: 'DE', name: 'Deutsche Post' },
  { country: 'DK', name: 'PostNord' },
  { country: 'ES', name: 'Correos' },
  { country: 'FI', name: 'Posti' },
  { country: 'FR', name: 'La Poste' },
  { country: 'GB', name: 'Royal Mail' },
  { country: 'IT', name: 'Poste Italiane' },
  { country: 'JP', name: 'Japan Post' },
  { country: 'NL', name: 'PostNL' },
  { country: 'SE', name: 'PostNord' },
  { country: 'US', name: 'USPS' },
] as const;

/** Formats that one carrier alone has. Bare numbers of 10 to 16 digits are of many carriers, so the seller chooses. */
const formats: readonly { name: string; format: RegExp }[] = [
  { name: 'UPS', format: /^1Z[A-Z0-9]{16}$/ },
  { name: 'DHL', format: /^(JJD\d{16,20}|JVGL\d{14,20}|00340434\d{12})$/ },
  { name: 'USPS', format: /^9[2-5]\d{20}$/ },
  { name: 'PostNL', format: /^3S[A-Z]{4}\d{7,11}$/ },
  { name: 'La Poste', format: /^[68][A-Z]\d{11}$/ },
  { name: 'Swiss Post', format: /^99\d{16}$/ },
  { name: 'bpost', format: /^3232\d{20}$/ },
  { name: 'InPost', format: /^6\d{23}$/ },
  { name: 'PostNord', format: /^003(70|73)\d{15}$/ },
];
