export interface RefusalBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: object;
}

/** A request that Stripe refuses, in Stripe's error format. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: RefusalBody;

  constructor(status: number, body: RefusalBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function invalid(message: string, param?: string, code?: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...(code && { code }), ...(param && { param }) });
}

/** A missing object of the address is a 404. One that the body names is a 400. */
export function noSuch(kind: string, id: string, param = 'id'): StripeRefusal {
  return new StripeRefusal(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}
