/** A carrier whose parcels can be tracked on its own site. */
export interface Carrier {
  name: string;
  /** Other beginnings of what sellers call it, in lower case. */
  also?: readonly string[];
  /** The address of its tracking page, `{number}` in it; https only. */
  page: string;
}

export const carriers: readonly Carrier[] = [
  { name: 'Australia Post', also: ['auspost'], page: 'https://auspost.com.au/mypost/track/#/details/{number}' },
  { name: 'bpost', page: 'https://track.bpost.cloud/btr/web/#/search?itemCode={number}&lang=en' },
  {
    name: 'Canada Post',
    also: ['postes canada'],
    page: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
  },
  {
    name: 'Correos',
    page: 'https://www.correos.es/es/en/tools/tracker/items/details?tracking-number={number}',
  },
  { name: 'Deutsche Post', page: 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={number}' },
  { name: 'DHL', page: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}' },
  { name: 'DPD', page: 'https://tracking.dpd.de/status/en_US/parcel/{number}' },
  { name: 'Evri', also: ['hermes uk'], page: 'https://www.evri.com/track/parcel/{number}' },
  { name: 'FedEx', also: ['federal express'], page: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  { name: 'GLS', page: 'https://gls-group.com/GROUP/en/parcel-tracking/?match={number}' },
  {
    name: 'Hermes',
    page: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#{number}',
  },
  { name: 'InPost', page: 'https://inpost.pl/sledzenie-przesylek?number={number}' },
  {
    name: 'Japan Post',
    page: 'https://trackings.post.japanpost.jp/services/srv/search/direct?locale=en&reqCodeNo1={number}',
  },
  {
    name: 'La Poste',
    also: ['colissimo'],
    page: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
  },
  {
    name: 'Österreichische Post',
    also: ['austrian post', 'post.at'],
    page: 'https://www.post.at/sv/sendungsdetails?snr={number}',
  },
  { name: 'Poste Italiane', page: 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/{number}' },
  { name: 'Posti', page: 'https://www.posti.fi/en/tracking#/lahetys/{number}' },
  { name: 'PostNL', page: 'https://jouw.postnl.nl/track-and-trace/{number}' },
  { name: 'PostNord', page: 'https://tracking.postnord.com/en/tracking?id={number}' },
  { name: 'Royal Mail', page: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}' },
  {
    name: 'Swiss Post',
    also: ['die schweizerische post', 'la poste suisse'],
    page: 'https://service.post.ch/ekp-web/ui/entry/search/{number}',
  },
  { name: 'UPS', page: 'https://www.ups.com/track?tracknum={number}' },
  {
    name: 'USPS',
    also: ['us postal service', 'united states postal service'],
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
  },
];

/** Without accents, in lower case. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

const known = carriers
  .flatMap(({ name, also = [], page }) => [name, ...also].map((said) => ({ said: plain(said), page })))
  // The longest first: “Hermes UK” is not “Hermes”.
  .sort((a, b) => b.said.length - a.said.length);

/** The carrier’s page for a parcel, also of “DHL Paket”; null for an unlisted carrier and without a number. */
export function trackingPage(carrier: string, trackingNumber: string | null): string | null {
  const called = plain(carrier);
  const found = known.find(({ said }) => called === said || called.startsWith(`${said} `));
  const number = trackingNumber?.replace(/\s+/g, '');
  return found && number ? found.page.replace('{number}', encodeURIComponent(number)) : null;
}
