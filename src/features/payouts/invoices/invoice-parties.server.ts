import { readMarketTexts } from '#features/legal/index.server.ts';
import { listNames } from '#features/members/index.server.ts';
import { sellerTermsOf } from '#features/traders/index.server.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { countryName } from '#kernel/text/country-name.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';

/** An imprint is longer than the head of a page. */
const mostLines = 8;

/** The host as printed on invoices: the site's name, and the text about the operator. */
export async function issuerLines({ db, site }: Pick<Platform, 'db' | 'site'>): Promise<string[]> {
  const [imprint] = await readMarketTexts(db, ['imprint']);
  const lines = (imprint?.text ?? '').split('\n').map((line) => line.replace(/^[#*>\s-]+/, '').trim());
  return [site.brand.name, ...lines.filter((line) => line !== '').slice(0, mostLines)];
}

/** A seller as printed on invoices: a professional seller with name, address and VAT ID, another with the username. */
export async function recipientLines(db: Db, sellerId: string): Promise<string[]> {
  const username = (await listNames(db, [sellerId])).get(sellerId) ?? deletedName;
  const { trader } = await sellerTermsOf(db, sellerId);
  if (!trader) return [username];
  const { legalName, street, postalCode, city, country, vatId } = trader;
  return [
    legalName,
    street,
    [postalCode, city].filter(Boolean).join(' '),
    country && (countryName(country) ?? country),
    vatId && `VAT ID ${vatId}`,
    `Username: ${username}`,
  ].filter((line): line is string => Boolean(line));
}
