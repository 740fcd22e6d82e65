import type { Buyer } from '#platform/payments/sandbox/charge.ts';
import type { DemoMember } from './members.ts';
import { postCodeOf } from './post.ts';
import { pick, seeded, seedOf } from './seeded.ts';

const streets = [
  'Station Road',
  'Mill Lane',
  'Market Square',
  'Harbour Street',
  'Chapel Hill',
  'Orchard Way',
  'Canal Walk',
  'North Gate',
] as const;
/** American and Canadian places name the state or province, where the others name the country. */
const states: Readonly<Record<string, string>> = {
  TX: 'US',
  OH: 'US',
  OR: 'US',
  WA: 'US',
  MA: 'US',
  CA: 'US',
  IL: 'US',
  CO: 'US',
};
const provinces: Readonly<Record<string, string>> = { Toronto: 'ON', Vancouver: 'BC' };

/**
 * What the member types on the hosted page: a made-up street in the town of the profile with a post code of that town,
 * and the test card that is always taken.
 */
export function buyerOf(member: DemoMember): Buyer {
  const random = seeded(seedOf(`address ${member.email}`));
  const [city = '', region = ''] = member.location.split(', ');
  const province = provinces[city];
  return {
    card: '4242424242424242',
    name: member.name,
    email: member.email,
    address: {
      line1: `${1 + Math.floor(random() * 180)} ${pick(random, streets)}`,
      line2: null,
      city,
      state: province ?? (countryOf(member) === 'US' ? region : null),
      postal_code: postCodeOf(city, random),
      country: countryOf(member),
    },
  };
}

/** Where a member lives and posts from, as two letters. */
export function countryOf({ location }: Pick<DemoMember, 'location'>): string {
  const [city = '', region = ''] = location.split(', ');
  return provinces[city] === undefined && region in states ? 'US' : region;
}
