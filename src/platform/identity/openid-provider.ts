import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';

/** What went wrong on the way, for the log. Nobody outside learns which check refused. */
export class OpenIdFault extends Error {
  override readonly name = 'OpenIdFault';
  /** Only the operator can mend it: the issuer, the client's id or its secret are not what the provider knows. */
  readonly isMisconfigured: boolean;

  constructor(message: string, isMisconfigured = false) {
    super(message);
    this.isMisconfigured = isMisconfigured;
  }
}

/** What a provider answers to a client that it does not know, or not for this (RFC 6749, 4.1.2.1 and 5.2). The other errors can be of one trip alone. */
const misconfigured = ['invalid_client', 'unauthorized_client', 'unsupported_response_type', 'unsupported_grant_type', 'invalid_scope'];

export function saysMisconfigured(error: unknown): boolean {
  return misconfigured.some((code) => code === error);
}

export interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  token_endpoint_auth_methods_supported?: string[];
  authorization_response_iss_parameter_supported?: boolean;
}

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  now(): Date;
}

export interface Exchange {
  code: string;
  verifier: string;
  redirectUri: string;
  nonce: string;
}

const timeoutMs = 8_000;
const maxBytes = 256 * 1024;
const metadataLifeMs = 3_600_000;
/** After a key is not found, the keys are asked for again at most this often. */
const keysRestMs = 30_000;
const clockToleranceSeconds = 30;
/** The algorithms that OpenID providers sign with. Nothing symmetric: a client's secret must not make tokens. */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA'];

/** The other side of a sign-in: its discovery document, its keys and its token endpoint, none of which is believed unseen. */
export function createProvider({ issuer, clientId, clientSecret, now }: ProviderSettings) {
  let metadata: { value: Metadata; at: number } | null = null;
  let keys: { value: JSONWebKeySet; at: number } | null = null;

  async function discover(): Promise<Metadata> {
    // Waiting times are the machine's: the product's clock may leap.
    if (metadata && Date.now() - metadata.at < metadataLifeMs) return metadata.value;
    const value = (await fetchJson(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`)) as unknown as Metadata;
    if (value.issuer !== issuer) throw new OpenIdFault('the discovery document names another issuer', true);
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) requireAddress(value[name], issuer, name);
    metadata = { value, at: Date.now() };
    return value;
  }

  async function keySet(again: boolean): Promise<JSONWebKeySet> {
    if (keys && (!again || Date.now() - keys.at < keysRestMs)) return keys.value;
    const value = (await fetchJson((await discover()).jwks_uri)) as unknown as JSONWebKeySet;
    if (!Array.isArray(value.keys)) throw new OpenIdFault('the key set has no keys');
    keys = { value, at: Date.now() };
    return value;
  }

  /** Trades the code for the ID token. The verifier proves that the code is used by whoever asked for it. */
  async function redeem({ code, verifier, redirectUri }: Exchange): Promise<string> {
    const { token_endpoint, token_endpoint_auth_methods_supported: methods } = await discover();
    const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    if (methods?.includes('client_secret_post')) {
      body.set('client_id', clientId);
      body.set('client_secret', clientSecret);
    } else {
      headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;
    }
    const answer = await fetchJson(token_endpoint, { method: 'POST', headers, body });
    if (typeof answer.id_token !== 'string') throw new OpenIdFault('the token answer has no ID token');
    return answer.id_token;
  }

  async function verify(token: string, nonce: string): Promise<JWTPayload> {
    const check = (set: JSONWebKeySet) =>
      jwtVerify(token, createLocalJWKSet(set), {
        issuer,
        audience: clientId,
        algorithms,
        currentDate: now(),
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: '1 hour',
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      });
    const known = await keySet(false);
    const { payload } = await check(known).catch(async (error: { code?: string }) => {
      // The provider may have changed its keys since we asked.
      if (error.code !== 'ERR_JWKS_NO_MATCHING_KEY') throw new OpenIdFault(`the ID token is refused: ${String(error.code ?? error)}`);
      return check(await keySet(true)).catch((second: { code?: string }) => {
        throw new OpenIdFault(`the ID token is refused: ${String(second.code ?? second)}`);
      });
    });
    if (payload.nonce !== nonce) throw new OpenIdFault('the ID token answers another request');
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId)
      throw new OpenIdFault('the ID token was made for another party');
    if (payload.azp !== undefined && payload.azp !== clientId) throw new OpenIdFault('the ID token was made for another party');
    if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.length > 255) throw new OpenIdFault('the ID token names nobody');
    return payload;
  }

  return { discover, claims: async (exchange: Exchange) => verify(await redeem(exchange), exchange.nonce) };
}

/** No address of a provider may be less safe than the issuer itself. */
function requireAddress(address: unknown, issuer: string, name: string): void {
  const isGood =
    typeof address === 'string' &&
    URL.canParse(address) &&
    (address.startsWith('https://') || new URL(address).protocol === new URL(issuer).protocol);
  if (!isGood) throw new OpenIdFault(`the discovery document has no usable ${name}`);
}

async function fetchJson(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    text = await limited(answer);
  } catch (error) {
    throw new OpenIdFault(`${new URL(url).host} did not answer: ${error instanceof Error ? error.message : String(error)}`);
  }
  const value = objectIn(text);
  // A host that answers and knows no such address is not the provider that was meant.
  if (!answer.ok) throw new OpenIdFault(`${new URL(url).host} answered ${answer.status}`, answer.status === 404 || saysMisconfigured(value?.error));
  if (value === null) throw new OpenIdFault(`${new URL(url).host} answered something else than an object`);
  return value;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function limited(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
