import { expect, test } from 'vitest';
import { emailChanges, newestToken } from '#features/auth/change-email/change-email.testing.ts';
import { minuteMs } from '#kernel/time.ts';
import { codeOf, wrongCodeOf } from '#testing/authenticator.ts';
import { passkeyBrowser } from '#testing/passkeys.ts';
import type { TestMember } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import type { SecurityRun } from './security-log.testing.ts';

/**
 * The log of sign-in methods: a part of `security-log.isolated.test.ts`, whose last tests look at all that its one market
 * wrote.
 */
export function waysInAreNotified({ at, updates, from, signIn, goOn, post }: SecurityRun): void {
  test('every change of a sign-in method is logged, and every failed attempt', async () => {
    const member = await at.market.signUp('Life_5');
    const factor = (path: string, as: TestMember, body: unknown = {}) => post(`/api/auth/two-factor/${path}`, as, body);
    updates();
    const enrolment = await factor('enable', member);
    const uri: string = enrolment.body.totpURI;
    await factor('verify-totp', member, { code: wrongCodeOf(uri) });
    goOn(member, await factor('verify-totp', member, { code: codeOf(uri) }));
    expect(updates()).toEqual([
      'entry.second-factor-changed done begun',
      'entry.second-factor-changed refused wrong_code on',
      'identity.sessions-ended done 1 others',
      'entry.second-factor-changed done on',
    ]);
    const pending = { ...member };
    goOn(pending, await signIn(member.email, member.password));
    await factor('verify-totp', pending, { code: wrongCodeOf(uri) });
    goOn(pending, await factor('verify-backup-code', pending, { code: enrolment.body.backupCodes[0] }));
    expect(updates()).toEqual([
      'entry.signed-in asked password',
      'entry.code-shown refused wrong_code app',
      'entry.signed-in refused wrong_code second-step',
      'entry.code-shown done recovery',
      'entry.signed-in done second-step',
    ]);
    expect((await factor('generate-backup-codes', pending, { password: member.password })).status).toBe(200);
    expect((await factor('disable', pending)).status).toBe(200);
    expect(updates()).toEqual([
      'entry.stepped-up done password-or-code',
      'entry.second-factor-changed done codes-renewed',
      'identity.sessions-ended done 1 others',
      'entry.second-factor-changed done off',
    ]);

    const browser = passkeyBrowser(at.market, pending.cookie);
    await passkeyBrowser(at.market, pending.cookie).add('Of another site', { origin: 'https://elsewhere.test' });
    const { id } = (await browser.add()).body;
    const visitor = passkeyBrowser(at.market, '', browser.authenticator);
    await visitor.prove('sign-in', { counter: 40 });
    await visitor.prove('sign-in', { counter: 7 });
    await visitor.prove('sign-in', { counter: 50, origin: 'https://elsewhere.test' });
    await browser.prove('step-up', { counter: 60 });
    pending.cookie = browser.cookie();
    await browser.call('POST', 'delete-passkey', { id });
    expect(updates()).toEqual([
      'entry.passkey-changed refused passkey_refused added',
      'entry.passkey-changed done added',
      'entry.signed-in done passkey',
      'entry.passkey-copied refused passkey_copied',
      'entry.signed-in refused passkey_copied passkey',
      'entry.signed-in refused passkey_refused passkey',
      'identity.sessions-ended done 1 one',
      'entry.stepped-up done passkey',
      'identity.sessions-ended done 1 others',
      'entry.passkey-changed done removed',
    ]);

    const change = (currentPassword: string, newPassword: string) =>
      post('/api/auth/change-password', pending, { currentPassword, newPassword });
    await change('not the present one', 'another-quiet-password');
    goOn(pending, await change(member.password, 'another-quiet-password'));
    expect(updates()).toEqual([
      'entry.password-changed refused invalid changed',
      'identity.sessions-ended done 1 others',
      'entry.password-changed done changed',
    ]);
    await at.market.request('POST', '/api/auth/request-password-reset', {
      body: { email: member.email },
      headers: from(),
    });
    const token = await newestToken(at.market, member.email, '/auth/reset-password');
    const reset = () =>
      at.market.request('POST', '/api/auth/reset-password', { body: { token, newPassword: 'a-third-quiet-password' } });
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 410]);
    expect(updates()).toEqual([
      'entry.reset-asked done true',
      'identity.sessions-ended done 1 all',
      'entry.password-changed done reset',
      'entry.password-changed refused link_over reset',
    ]);
  });

  test('a change of the e-mail, a required confirmation and a deleted account are logged', async () => {
    const member = await at.market.signUp('Life_6');
    await at.market.platform.pool.query('update auth_user set email_verified = true where id = $1', [member.id]);
    const change = emailChanges(at.market);
    updates();
    await change.ask(member, 'life.seven@example.test');
    await change.cancel(member);
    await change.ask(member, 'life.eight@example.test');
    await change.disown((await change.links(member.email, 'life.eight@example.test')).cancel);
    expect(updates()).toEqual([
      'entry.email-changed done asked',
      'entry.email-changed done cancelled',
      'entry.email-changed done asked',
      'identity.sessions-ended done 1 all',
      'entry.email-changed done disowned',
    ]);
    goOn(member, await signIn(member.email, member.password));
    await change.ask(member, 'life.nine@example.test');
    const links = await change.links(member.email, 'life.nine@example.test');
    await change.confirm(links.old);
    await change.confirm(links.fresh, member);
    await change.confirm(links.fresh);
    const notified = updates().filter((line) => line.startsWith('entry.email'));
    expect(notified.slice(0, 3)).toEqual([
      'entry.email-changed done asked',
      'entry.email-changed done confirmed',
      'entry.email-changed done made',
    ]);
    expect(notified[3]).toMatch(/^entry\.email-changed refused \w+ confirmed$/);

    goOn(member, await signIn('life.nine@example.test', member.password));
    await at.market.advance(11 * minuteMs);
    updates();
    await post('/api/auth/revoke-other-sessions', member);
    await post('/api/auth/step-up', member, { password: 'not the password at all' });
    goOn(member, await post('/api/auth/step-up', member, { password: member.password }));
    expect(updates()).toEqual([
      'entry.stepped-up asked none',
      'entry.stepped-up refused invalid password-or-code',
      'identity.sessions-ended done 1 one',
      'entry.stepped-up done password-or-code',
    ]);
    expect((await post('/api/users/delete-account', member, { password: member.password })).status).toBe(200);
    expect(updates()).toEqual([
      'entry.stepped-up done password-or-code',
      'identity.sessions-ended done 2 all',
      'entry.left done',
    ]);
  });

  test('a proof with a refused change confirms nothing, and none is logged', async () => {
    const member = await at.market.signUp('Life_refused');
    await at.market.advance(11 * minuteMs);
    updates();
    await post('/api/auth/two-factor/disable', member, { password: member.password });
    await post('/api/auth/two-factor/disable', member, { password: 'not the password at all' });
    expect(updates()).toEqual([
      'entry.second-factor-changed refused second_factor_off off',
      'entry.stepped-up refused invalid password-or-code',
      'entry.second-factor-changed refused invalid off',
    ]);
  });

  test('Google: sign-in, refusal, linking and confirmation are logged', async () => {
    const newcomer = traveller(at.market);
    updates();
    await newcomer.travel({ email: 'canary.of.google@example.test' });
    const spoiled = traveller(at.market);
    const back = await spoiled.answerAs(await spoiled.leave(), { email: 'spoiled.canary@example.test' });
    await spoiled.get(back.replace(/code=[^&]+/, 'code=a-code-that-was-made-up'));
    expect(updates()).toEqual(['entry.signed-in done google', 'entry.signed-in refused google_failed google']);

    const member = await at.market.signUp('Life_10');
    const trip = async (purpose: string, email = 'linked.canary@example.test') => {
      const person = traveller(at.market, member.cookie);
      await person.travel({ email }, { purpose, next: '/settings/security' });
      member.cookie = person.cookie();
    };
    await trip('link');
    await post('/api/auth/link-accounts', member, { email: 'linked.canary@example.test', currentUserId: member.id });
    await trip('confirm');
    await trip('confirm', 'canary.of.google@example.test');
    await post('/api/auth/unlink-account', member, { providerId: 'google' });
    await post(
      '/api/auth/set-password',
      { ...member, cookie: newcomer.cookie() },
      { newPassword: 'a-first-quiet-password' },
    );
    expect(updates()).toEqual([
      'entry.signed-up done',
      'entry.google-changed done linked',
      'identity.sessions-ended done 1 one',
      'entry.stepped-up done google',
      'entry.stepped-up refused google_other google',
      'entry.google-changed done unlinked',
      'identity.sessions-ended done 1 others',
      'entry.password-changed done set',
    ]);
  });
}
