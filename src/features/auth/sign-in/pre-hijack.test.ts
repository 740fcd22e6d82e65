import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { confirmPage, emailChanges, newestToken } from '../change-email/change-email.testing.ts';

let market: TestMarket;
let change: ReturnType<typeof emailChanges>;
beforeAll(async () => {
  market = await startTestMarket();
  change = emailChanges(market);
});
afterAll(() => market?.close());

const steps = ['asks', 'new confirms', 'thief resets', 'victim resets', 'victim comes by Google'] as const;
type Step = (typeof steps)[number];

function orders<T>(items: readonly T[]): T[][] {
  return items.length === 0
    ? [[]]
    : items.flatMap((item) => orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

/**
 * An attacker signed up with the victim's address, which is unconfirmed and therefore not asked to confirm, and tries
 * to take the account over by a change of email. The victim even opens every link in their own mailbox. Tests each
 * order of the steps; every prefix of an order is a shorter order, so the check runs after each step.
 */
class Attack {
  readonly victim: string;
  readonly thief: string;
  private attacker: TestMember | undefined;
  /** Accounts that the victim has proven to own. */
  private readonly held = new Set<string>();

  private readonly at: number;

  constructor(at: number) {
    this.at = at;
    this.victim = `victim.${at}@example.test`;
    this.thief = `thief.${at}@example.test`;
  }

  async begin(): Promise<void> {
    this.attacker = await market.signUp(`Thief_${this.at}_x`, { email: this.victim });
  }

  get account(): TestMember {
    if (!this.attacker) throw new Error('the attack has not begun');
    return this.attacker;
  }

  async take(step: Step): Promise<void> {
    if (step === 'asks') await change.ask(this.account, this.thief);
    else if (step === 'new confirms') await this.press(this.thief);
    else if (step === 'thief resets') await this.reset(this.thief);
    else if (step === 'victim resets') await this.reset(this.victim);
    else await this.comeByGoogle();
  }

  private async press(mailbox: string): Promise<void> {
    const token = await newestToken(market, mailbox, confirmPage);
    if (token !== '') await change.confirm(token);
  }

  private async reset(mailbox: string): Promise<void> {
    const isVictim = mailbox === this.victim;
    const headers = { 'x-forwarded-for': `198.${isVictim ? 55 : 57}.${this.at >> 8}.${this.at & 255}` };
    await market.request('POST', '/api/auth/request-password-reset', { body: { email: mailbox }, headers });
    const token = await newestToken(market, mailbox, '/auth/reset-password');
    if (token === '') return;
    const { rows } = await market.platform.pool.query('select id from auth_user where email = $1', [mailbox]);
    const newPassword = isVictim ? 'the-victims-own-words' : testPassword;
    const answer = await market.request('POST', '/api/auth/reset-password', { body: { token, newPassword } });
    if (isVictim && answer.status === 200) this.held.add(rows[0].id);
  }

  private async comeByGoogle(): Promise<void> {
    const person = traveller(market);
    await person.travel({ email: this.victim });
    const own = await market.request('GET', '/api/profile', { as: { ...this.account, cookie: person.cookie() } });
    if (own.status === 200) this.held.add(own.body.id);
  }

  /** The victim's accounts that the attacker controls; expected to be empty. */
  async loot(): Promise<string[]> {
    const found: string[] = [];
    const session = await market.request('GET', '/api/profile', { as: this.account });
    if (session.status === 200 && this.held.has(session.body.id)) found.push('a session');
    for (const id of this.held) {
      const [email] = await change.emailOf(id);
      if (email !== this.victim) found.push(`the account, as ${email}`);
    }
    return found;
  }

  /** The same at the end, with every remaining attempt of the attacker. */
  async lootInTheEnd(): Promise<string[]> {
    await change.ask(this.account, `again.${this.thief}`);
    await this.press(this.thief);
    await this.press(this.victim);
    await this.reset(this.thief);
    // An address that was moved away is free: its owner signs up again.
    await this.comeByGoogle();
    const found = await this.loot();
    const headers = { 'x-forwarded-for': `198.56.${this.at >> 8}.${this.at & 255}` };
    const body = { email: this.victim, password: testPassword };
    if ((await market.request('POST', '/api/auth/sign-in/email', { body, headers })).status === 200)
      found.push('the password');
    return found;
  }

  get isHeld(): boolean {
    return this.held.size > 0;
  }
}

test('no order of a change, its links, a reset and Google lets an attacker take over the victim’s account', {
  timeout: 240_000,
}, async () => {
  // Without a pending change the attacker has no link and no mailbox for a reset: such an order equals a shorter one.
  const all = orders(steps).filter(
    (order) => order.indexOf('asks') < Math.min(order.indexOf('new confirms'), order.indexOf('thief resets')),
  );
  expect(all).toHaveLength(40);
  const attack = async (order: Step[], at: number): Promise<boolean> => {
    const one = new Attack(at);
    await one.begin();
    for (const step of order) {
      await one.take(step);
      expect([order, step, await one.loot()]).toEqual([order, step, []]);
    }
    expect([order, await one.lootInTheEnd()]).toEqual([order, []]);
    return one.isHeld;
  };
  // The attacks are independent, so several run at a time.
  const queue = [...all.entries()];
  const held: boolean[] = [];
  const run = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) held.push(await attack(next[1], next[0]));
  };
  await Promise.all(Array.from({ length: 8 }, run));
  // The victim got an account in each of them, so the check was not vacuous.
  expect(held).toEqual(Array(40).fill(true));
});
