import type { TestMarket, TestMember } from '#testing/server.ts';

export interface SandboxMail {
  subject: string;
  text: string;
  links: string[];
}

export async function mailsTo(market: TestMarket, email: string): Promise<SandboxMail[]> {
  await market.runJobs();
  return (await market.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(email)}`)).body;
}

/** The secret of the mailbox's newest link to this page; empty for none. */
export async function newestToken(market: TestMarket, email: string, page: string): Promise<string> {
  const links = (await mailsTo(market, email))
    .flatMap((mail) => mail.links)
    .filter((link) => new URL(link).pathname === page);
  return new URL(links[0] ?? 'http://none.test').searchParams.get('token') ?? '';
}

/** A member with a confirmed address, which must therefore confirm a change too. */
export async function confirmedMember(market: TestMarket, name?: string): Promise<TestMember> {
  const member = await market.signUp(name);
  // Already confirmed members get no verification email.
  await market.runJobs();
  await market.platform.pool.query('update auth_user set email_verified = true where id = $1', [member.id]);
  return member;
}

export const confirmPage = '/auth/change-email';
export const cancelPage = '/auth/cancel-email-change';
let calls = 0;

/** Requests of a change of email, each from its own network. */
export function emailChanges(market: TestMarket) {
  const call = (method: string, path: string, body?: unknown, as?: TestMember | { token: string }) =>
    market.request(method, `/api/auth/change-email${path}`, {
      ...(as ? { as } : {}),
      ...(body === undefined ? {} : { body }),
      headers: { 'x-forwarded-for': `198.51.${(++calls >> 8) & 255}.${calls & 255}` },
    });
  return {
    ask: (as: TestMember | { token: string } | undefined, newEmail: string) => call('POST', '', { newEmail }, as),
    pending: async (as: TestMember) => (await call('GET', '', undefined, as)).body.pending,
    cancel: (as?: TestMember) => call('DELETE', '', undefined, as),
    resend: (as?: TestMember) => call('POST', '/resend', undefined, as),
    confirm: (token: string, as?: TestMember | { token: string }) => call('POST', '/confirm', { token }, as),
    disown: (token: string) => call('POST', '/cancel', { token }),
    /** The tokens in the emails to both mailboxes. */
    links: async (oldEmail: string, newEmail: string) => ({
      old: await newestToken(market, oldEmail, confirmPage),
      fresh: await newestToken(market, newEmail, confirmPage),
      cancel: await newestToken(market, oldEmail, cancelPage),
    }),
    emailOf: async (userId: string): Promise<[email: string, isVerified: boolean]> => {
      const { rows } = await market.platform.pool.query('select email, email_verified from auth_user where id = $1', [
        userId,
      ]);
      return [rows[0]?.email, rows[0]?.email_verified];
    },
  };
}
