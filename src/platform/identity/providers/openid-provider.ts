import * as client from 'openid-client';
import { isLoopback } from '../../http/requests/loopback.ts';

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

/** The person pressed "cancel" at the provider. */
export class OpenIdCanceled extends OpenIdFault {}

/**
 * What a provider answers to a client that it does not know, or not for this (RFC 6749, 4.1.2.1 and 5.2). The other
 * errors can be of one trip alone.
 */
const misconfigured = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_response_type',
  'unsupported_grant_type',
  'invalid_scope',
];

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The market's own address: a sandbox is its own provider, and may be so over http. */
  appUrl: string;
  now(): Date;
}

/** What was remembered of the trip that this answer belongs to. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

const timeoutSeconds = 8;
const maxBytes = 256 * 1024;
const metadataLifeMs = 3_600_000;
const clockToleranceSeconds = 30;
const maxTokenAgeSeconds = 3_600;
/**
 * The algorithms that OpenID providers sign with, whatever their document offers. Nothing symmetric: a client's secret
 * must not make tokens.
 */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA'];

/**
 * The other side of a sign-in, spoken with by `openid-client`. Here stands what it leaves open: which issuer, how much
 * to read, how old a token may be.
 */
export function createProvider({ issuer, clientId, clientSecret, appUrl, now }: ProviderSettings) {
  let metadata: { value: client.ServerMetadata; at: number } | null = null;
  let keys: client.ExportedJWKSCache | null = null;
  const isOwn = new URL(issuer).origin === new URL(appUrl).origin;
  const overHttp =
    issuer.startsWith('http://') && (isOwn || isLoopback(new URL(issuer).hostname))
      ? [client.allowInsecureRequests]
      : [];

  async function discover(): Promise<client.ServerMetadata> {
    // Waiting times are the machine's: the product's clock may leap.
    if (metadata && Date.now() - metadata.at < metadataLifeMs) return metadata.value;
    const options = { [client.customFetch]: limitedFetch, timeout: timeoutSeconds, execute: overHttp };
    const found = await client.discovery(new URL(issuer), clientId, {}, client.None(), options).catch((error) => {
      throw faultOf(error, 'the discovery document');
    });
    const value = {
      ...(found.serverMetadata() as client.ServerMetadata),
      id_token_signing_alg_values_supported: algorithms,
    };
    // The library takes an issuer with a slash more for the same.
    if (value.issuer !== issuer) throw new OpenIdFault('the discovery document names another issuer', true);
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
      requireAddress(value[name], issuer, name);
    metadata = { value, at: Date.now() };
    return value;
  }

  /** Made for each trip: the product's clock may have been moved since the last. */
  async function configuration(): Promise<client.Configuration> {
    const server = await discover();
    const authentication = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      ? client.ClientSecretPost(clientSecret)
      : client.ClientSecretBasic(clientSecret);
    const skew = Math.round((now().getTime() - Date.now()) / 1_000);
    const clocks = { [client.clockSkew]: skew, [client.clockTolerance]: clockToleranceSeconds };
    const config = new client.Configuration(server, clientId, clocks, authentication);
    config.timeout = timeoutSeconds;
    config[client.customFetch] = limitedFetch;
    for (const allow of overHttp) allow(config);
    // By itself the library trusts the connection that an ID token came by, and does not look at its signature.
    client.enableNonRepudiationChecks(config);
    if (keys) client.setJwksCache(config, keys);
    return config;
  }

  return {
    /** Where a browser is sent. Throws `OpenIdFault` when the provider does not answer. */
    /**
     * `freshSeconds`: the person should have signed in at the provider no longer ago, and the answer should say when
     * that was.
     */
    async authorizationUrl(
      { state, nonce, verifier }: Expected,
      redirectUri: string,
      freshSeconds?: number,
    ): Promise<URL> {
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // A person may have several accounts: whose it is, is always asked.
        prompt: 'select_account',
        // Twice the same: the standard's way, and the one that Google reads.
        ...(freshSeconds === undefined
          ? {}
          : { max_age: String(freshSeconds), claims: '{"id_token":{"auth_time":{"essential":true}}}' }),
      });
    },

    /**
     * Judges the answer that came to `address`, trades its code, and gives what the ID token claims. Throws
     * `OpenIdFault` for all that is not as it must be.
     */
    async claims(address: URL, { state, nonce, verifier }: Expected): Promise<client.IDToken> {
      const config = await configuration();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const answer = await client.authorizationCodeGrant(config, address, checks).catch((error) => {
        throw faultOf(error, 'the sign-in');
      });
      keys = client.getJwksCache(config) ?? keys;
      const claims = answer.claims();
      // The library looks at this claim only where there are several audiences.
      if (claims?.azp !== undefined && claims.azp !== clientId)
        throw new OpenIdFault('the ID token was made for another party');
      if (!claims || claims.sub === '' || claims.sub.length > 255) throw new OpenIdFault('the ID token names nobody');
      if (claims.iat < now().getTime() / 1_000 - maxTokenAgeSeconds - clockToleranceSeconds)
        throw new OpenIdFault('the ID token is too old');
      return claims;
    },
  };
}

/** No address of a provider may be less safe than the issuer itself. */
function requireAddress(address: unknown, issuer: string, name: string): void {
  const isGood =
    typeof address === 'string' &&
    URL.canParse(address) &&
    (address.startsWith('https://') || new URL(address).protocol === new URL(issuer).protocol);
  if (!isGood) throw new OpenIdFault(`the discovery document has no usable ${name}`);
}

/** How the library calls a document of another issuer than it was asked for. */
const otherIssuer = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

/** What the library throws, in a line for the log. */
function faultOf(error: unknown, what: string): OpenIdFault {
  if (error instanceof client.AuthorizationResponseError) {
    if (error.error === 'access_denied') return new OpenIdCanceled('the person cancelled');
    return new OpenIdFault(`the provider says ${error.error.slice(0, 60)}`, misconfigured.includes(error.error));
  }
  if (error instanceof client.ResponseBodyError)
    return new OpenIdFault(
      `the provider answered ${error.status} ${error.error.slice(0, 60)}`,
      misconfigured.includes(error.error),
    );
  // A challenge at the token endpoint is an answer to the client's own secret.
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new OpenIdFault(`the provider answered ${error.status}`, error.status === 401);
  if (error instanceof client.ClientError && error.code === otherIssuer)
    return new OpenIdFault('the discovery document names another issuer', true);
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  if (cause instanceof Response)
    // A host that answers and knows no such address is not the provider that was meant.
    return new OpenIdFault(`${what} failed: ${message} (${cause.status})`, cause.status === 404);
  return new OpenIdFault(`${what} failed: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
}

/** What a provider says is short. Read whole before the library sees it, so that nobody fills the memory. */
const limitedFetch: client.CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return new Response(size > 0 ? new Blob(chunks) : null, { status: answer.status, headers: answer.headers });
};
