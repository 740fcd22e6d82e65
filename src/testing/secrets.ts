import type { TestMarket } from './server.ts';

/**
 * Secrets that were sent, received or stored in a run, and that no log may contain; each with its source, for the
 * failure message.
 */
export type Secrets = Map<string, string>;

const given = /password|token|email|secret|totpURI|backupCodes|line1|bio/i;
const inAddresses = ['token', 'code', 'state', 'nonce', 'code_challenge', 'secret', 'key'];

/** From now on collects secrets of every request to this server and of its response. */
export function collectSecrets(market: TestMarket): Secrets {
  const secrets: Secrets = new Map();
  const real = market.request;
  market.request = async (method, path, options = {}) => {
    const answer = await real<never>(method, path, options);
    const from = `${method} ${path.split('?')[0]}`;
    takeFields(secrets, `${from}, sent`, options.body);
    if (answer.status < 300) takeFields(secrets, `${from}, answered`, answer.body);
    takeAddress(secrets, `${from}, address`, path, market.url);
    takeAddress(secrets, `${from}, where it leads`, answer.headers.get('location') ?? '', market.url);
    for (const line of answer.headers.getSetCookie())
      add(secrets, `${from}, cookie`, /^[^=]+=([^;]*)/.exec(line)?.[1] ?? '');
    add(secrets, `${from}, client's address`, String(options.headers?.['x-forwarded-for'] ?? ''));
    if (options.as && 'cookie' in options.as)
      add(secrets, `${from}, cookie`, options.as.cookie.split('=').slice(1).join('='));
    return answer;
  };
  return secrets;
}

/** Stored secrets: tokens, hashes, keys, addresses, and the links of all emails. */
export async function takeFromDatabase(secrets: Secrets, { platform }: TestMarket): Promise<void> {
  for (const [table, ...columns] of storedSecrets) {
    const { rows } = await platform.pool.query<Record<string, unknown>>(`select ${columns.join(', ')} from ${table}`);
    for (const row of rows) for (const column of columns) add(secrets, `${table}.${column}`, String(row[column] ?? ''));
  }
  const { rows } = await platform.pool.query<{ mail: string }>('select to_jsonb(m)::text as mail from sandbox_mail m');
  for (const { mail } of rows)
    for (const [, token = ''] of mail.matchAll(/[?&](?:amp;)?token=([\w.%~-]+)/g))
      add(secrets, 'link of a mail', token);
}

const storedSecrets: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['auth_user', 'email'],
  ['auth_session', 'token'],
  ['auth_account', 'password', 'email', 'access_token', 'refresh_token', 'id_token'],
  ['auth_passkey', 'credential_id', 'public_key', 'user_handle'],
  ['auth_second_factor', 'secret'],
  ['auth_recovery_code', 'code_hash'],
  ['auth_second_step', 'token_hash'],
  ['mailed_link', 'token_hash', 'email'],
  ['email_change', 'old_email', 'new_email'],
  ['sandbox_mail', 'recipient'],
];

/** A one-time code has six digits and is matched as a whole word; other secrets as short would match by chance. */
const shortest = 8;
const isCode = (text: string) => /^\d{6}$/.test(text);

export function add(secrets: Secrets, from: string, secret: string): void {
  for (const spelling of [secret, decoded(secret)]) {
    if (spelling.length >= shortest || isCode(spelling)) secrets.set(spelling, from);
  }
}

/** The secrets in a text, with their sources. */
export function found(secrets: Secrets, text: string): string[] {
  return [...secrets].flatMap(([secret, from]) => {
    const isThere = isCode(secret)
      ? new RegExp(`(?<![0-9A-Za-z.:])${secret}(?![0-9A-Za-z.:])`).test(text)
      : text.includes(secret);
    return isThere ? [`${from}: ${secret}`] : [];
  });
}

function takeFields(secrets: Secrets, from: string, body: unknown, name = ''): void {
  if (typeof body === 'string') {
    if (given.test(name) || (name === 'code' && from.endsWith('sent'))) add(secrets, `${from} as ${name}`, body);
    if (URL.canParse(body)) takeAddress(secrets, `${from} as ${name}`, body, body);
  } else if (Array.isArray(body)) for (const one of body) takeFields(secrets, from, one, name);
  else if (typeof body === 'object' && body !== null && !(body instanceof Uint8Array) && !(body instanceof FormData))
    for (const [key, value] of Object.entries(body)) takeFields(secrets, from, value, key);
}

function takeAddress(secrets: Secrets, from: string, address: string, base: string): void {
  if (!URL.canParse(address, base)) return;
  const { searchParams } = new URL(address, base);
  for (const name of inAddresses) add(secrets, `${from}, ${name}`, searchParams.get(name) ?? '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
