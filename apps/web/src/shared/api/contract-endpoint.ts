import { toWire, type WireRequest } from '@headhaul/contracts/http/call';
import type { Answer, Endpoint, Sent } from '@headhaul/contracts/http/endpoint';

/** The argument of our base query: the wire form of a call and the endpoint that can read the answer. */
export interface ApiRequest {
  endpoint: Endpoint;
  wire: WireRequest;
  isCreate?: boolean;
}

/** The argument of the endpoint's hook: nothing when the endpoint has neither parameters, query nor body. */
// biome-ignore lint/suspicious/noConfusingVoidType: only `void` lets RTK Query's hooks be called without an argument.
type Input<E extends Endpoint> = unknown extends Sent<E> ? void : Sent<E>;

/**
 * Turns a contract endpoint into an RTK Query endpoint: `build.query({ ...fromContract(drivers.listDrivers), providesTags: […] })`. The
 * contract determines the argument and answer types.
 */
export function fromContract<E extends Endpoint>(endpoint: E) {
  return {
    query: (input: Input<E>): ApiRequest => ({ endpoint, wire: toWire(endpoint, (input ?? {}) as Sent<E>) }),
    transformResponse: (answer: Answer<E>): Answer<E> => answer,
  };
}

/** Like `fromContract`, for an endpoint that creates something. A call that is sent again after its answer was lost creates only once. */
export function creates<E extends Endpoint>(endpoint: E) {
  const contract = fromContract(endpoint);
  return { ...contract, query: (input: Input<E>): ApiRequest => ({ ...contract.query(input), isCreate: true }) };
}
