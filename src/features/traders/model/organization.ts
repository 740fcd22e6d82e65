import type { SellerTerms } from '../contract.ts';

interface Words {
  jsonLd?: object | undefined;
}

/** Structured data of a trader's page: an organization with its required data, in place of a person. */
export function withOrganization<W extends Words>(words: W, { trader }: SellerTerms): W {
  const page = words.jsonLd as { mainEntity?: object } | undefined;
  if (!trader || !page?.mainEntity) return words;
  const { legalName, street, postalCode, city, country, email, phone, vatId } = trader;
  const said = { legalName, email, telephone: phone, vatID: vatId };
  const address = {
    '@type': 'PostalAddress',
    streetAddress: street,
    postalCode,
    addressLocality: city,
    addressCountry: country,
  };
  const mainEntity = { ...page.mainEntity, '@type': 'Organization', ...present(said), address: present(address) };
  return { ...words, jsonLd: { ...page, mainEntity } };
}

const present = (facts: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
