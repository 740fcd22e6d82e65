import type { Identity } from '../../identity/identity.ts';
import type { Actor } from '../../identity/sessions/actor.ts';

/**
 * Who is at the other end of a connection, and what shows it: the cookie of the upgrade, or a token that the client
 * sent.
 */
export class Proof {
  readonly #identity: Pick<Identity, 'resolve'>;
  #credentials: Headers;
  #viewer: Actor | null = null;

  constructor(identity: Pick<Identity, 'resolve'>, cookie: string | undefined) {
    this.#identity = identity;
    this.#credentials = new Headers(cookie === undefined ? {} : { cookie });
  }

  get viewer(): Actor | null {
    return this.#viewer;
  }

  /** Finds out who it is. False for a token that is not good; no cookie and no token is a visitor. */
  async establish(token: string | undefined): Promise<boolean> {
    if (token !== undefined) this.#credentials = bearer(token);
    if (token !== undefined || this.#credentials.has('cookie'))
      this.#viewer = await this.#identity.resolve(this.#credentials);
    return token === undefined || this.#viewer !== null;
  }

  /** Takes a newer token of the same member; false for anything else, which changes nothing. */
  async renew(token: string | undefined): Promise<boolean> {
    if (token === undefined || !this.#viewer) return false;
    const credentials = bearer(token);
    const actor = await this.#identity.resolve(credentials);
    if (actor?.id !== this.#viewer.id) return false;
    this.#credentials = credentials;
    this.#viewer = actor;
    return true;
  }

  /** Whether what was shown is still good. */
  async holds(): Promise<boolean> {
    const { viewer } = this;
    return !viewer || (await this.#identity.resolve(this.#credentials))?.id === viewer.id;
  }
}

function bearer(token: string): Headers {
  return new Headers({ authorization: `Bearer ${token}` });
}
