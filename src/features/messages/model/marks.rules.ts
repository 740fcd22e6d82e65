import { type MessageMark, messageMarks } from './message.rules.ts';

/**
 * Patterns of texts that deserve a warning. Messages about cards are full of numbers (certificates, set numbers, years,
 * prices, parcels) and of names like "Street Wraith", so a phone number is recognised by its shape or by the words
 * before it, and a street by its spelling. `marks.rules.unit.test.ts` has examples of both kinds.
 */
const phones: readonly RegExp[] = [
  // +49 170 1234567, 0044 20 7946 0958
  /(?<![\d.,-])\+\d(?:[ ().-]{0,3}\d){7,14}(?!\d)/,
  /(?<!\w)00[1-9](?:[ ().-]{0,3}\d){9,12}(?!\d)/,
  // (415) 555-2671, 07911 123456, 0170 / 1234567, 06 12 34 56 78
  /(?<![\w-])(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\d-])/,
  /(?<![\w-])0\d{2,4}(?: ?\/ ?| |-)\d{5,8}(?![\d/-])/,
  /(?<![\w-])0\d(?:[ .-]\d{2}){4}(?![\d-])/,
  // Any number after a request to call: "whatsapp: 3471234567"
  /\b(?:call|text|ring|phone|tel|telefon|mobile|cell|whats ?app|signal|telegram|sms|handy|ruf|anrufen|my number)\b[^\d\n]{0,20}\+?\d(?:[ ()./-]{0,3}\d){6,14}(?!\d)/i,
];

const word = String.raw`[\p{L}\p{N}][\p{L}\p{N}'\u2019.-]*`;
const name = String.raw`\p{Lu}[\p{L}'\u2019.-]*`;
const addresses: readonly RegExp[] = [
  // 12 Long Mill Road; 12 long mill road, unless the words say that something else is counted
  new RegExp(
    String.raw`\b\d{1,5}[a-z]?,?\s(?:${name}\s){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Crescent|Terrace)\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b\d{1,5}[a-z]?,?\s(?:(?!(?:more|from|the|of|and|or|in|on|my|your|for|to|a|at|is|are|it|down|copies|copy|x)\s)${word}\s){1,4}(?:street|avenue|ave|road|rd|lane|boulevard|blvd)\b\.?(?=\s*(?:[,;\n]|\d|$))`,
    'iu',
  ),
  /\bp\.? ?o\.? ?box\s\d/i,
  // Hauptstraße 12, Musterstr. 5, Lange Gasse 7, Kerkstraat 5
  /\p{L}{2}(?:straße|strasse|gasse|platz|allee|weg|damm|ufer|straat|laan|gracht|plein)\s\d{1,4}\b/iu,
  /\p{L}{2}str\.\s?\d{1,4}\b/iu,
  /\b(?:Straße|Strasse|Gasse|Allee|Weg)\s\d{1,4}\b/u,
  // 12 rue de la Paix
  /\b\d{1,4},?\s(?:bis\s|ter\s)?(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Cc]hemin|[Aa]llée|[Ii]mpasse|[Qq]uai|[Pp]lace)\s(?:(?:de|du|des|la|le|les)\s|[dl]['’]){0,3}\p{Lu}/u,
  // Via Roma 15, Calle Mayor 24
  /\b(?:Via|Viale|Piazza|[Cc]alle|[Aa]venida|Plaza|Rua)\s(?:(?:de|del|della|da|la|los|las)\s){0,3}(?![Pp]ay\s?[Pp]al)\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+){0,3},?\s\d{1,4}\b/u,
];

const payments: readonly RegExp[] = [
  /\b(?:pay ?pal|venmo|cash ?app|zelle|revolut|transferwise|bizum|tikkie|western union|money ?gram|iban|bitcoin|usdt|ethereum)\b/i,
  /\b(?:(?:bank|wire) transfer|wire (?:me|it|the|money)|friends (?:and|&) family|gift cards?|(?:via|by|with|through) wise)\b/i,
  /(?<!\p{L})(?:bank)?überweis(?:ung|en|e|t)(?!\p{L})|\b(?:virement|bonifico|transferencia bancaria)\b/iu,
  /\boutside (?:of )?(?:the|this) (?:site|platform|market(?:place)?|app)\b|\b(?:save|avoid|skip|dodge) (?:on )?(?:the |all )?fees\b/i,
  // Not "Crypto Beasts".
  /\b[Cc]rypto(?:currenc(?:y|ies))?\b(?!\s\p{Lu})/u,
];

const account = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g;

/** Whether this is an IBAN: its check digits are valid, which those of a parcel number are not. */
function isIban(found: string): boolean {
  const plain = found.replaceAll(' ', '');
  const rotated = `${plain.slice(4)}${plain.slice(0, 4)}`.replace(/[A-Z]/g, (character) =>
    String(character.charCodeAt(0) - 55),
  );
  return BigInt(rotated) % 97n === 1n;
}

const finders: Record<MessageMark, (said: string) => boolean> = {
  address: (said) => addresses.some((pattern) => pattern.test(said)),
  phone: (said) => phones.some((pattern) => pattern.test(said)),
  payment: (said) =>
    payments.some((pattern) => pattern.test(said)) || [...said.matchAll(account)].some(([found]) => isIban(found)),
};

/** The marks of a text. A mark blocks nothing: both members see it. */
export function marksOf(text: string): MessageMark[] {
  const said = text.replace(/\s+/g, ' ');
  return messageMarks.filter((mark) => finders[mark](said));
}
