export interface StripeErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
}

/** An API error in Stripe's shape: `{error: {type, code, message, param}}`. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function badParam(param: string, message: string, code?: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) });
}

export function noSuch(object: string, id: string, param = 'id'): StripeFault {
  return new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  });
}
