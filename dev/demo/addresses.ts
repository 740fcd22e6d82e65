import type { Buyer } from '#platform/payments/sandbox/charge.ts';
import type { DemoMember } from './members.ts';
import { pick, seeded, seedOf } from './seeded.ts';

const streets = ['Station Road', 'Mill Lane', 'Market Square', 'Harbour Street', 'Chapel Hill', 'Orchard Way', 'Canal Walk', 'North Gate'] as const;
/** American and Canadian places name the state or province, where the others name the country. */
const states: Readonly<Record<string, string>> = { TX: 'US', OH: 'US', OR: 'US', WA: 'US', MA: 'US', CA: 'US', IL: 'US', CO: 'US' };
const provinces: Readonly<Record<string, string>> = { Toronto: 'ON', Vancouver: 'BC' };

/** What the member types on the hosted page: a made-up street in the town of the profile, and the test card that is always taken. */
export function buyerOf(member: DemoMember): Buyer {
  const random = seeded(seedOf(`address ${member.email}`));
  const [city = '', region = ''] = member.location.split(', ');
  const province = provinces[city];
  const isState = province === undefined && region in states;
  return {
    card: '4242424242424242',
    name: member.name,
    email: member.email,
    address: {
      line1: `${1 + Math.floor(random() * 180)} ${pick(random, streets)}`,
      line2: null,
      city,
      state: province ?? (isState ? region : null),
      postal_code: String(10_000 + Math.floor(random() * 89_999)),
      country: isState ? 'US' : region,
    },
  };
}
