import { toWire, type WireRequest } from '@headhaul/contracts/http/call';
import type { Answer, Endpoint, Sent } from '@headhaul/contracts/http/endpoint';

/** What our base query takes: the wire form of a call and the endpoint that knows how to read the answer. */
export interface ApiRequest {
  endpoint: Endpoint;
  wire: WireRequest;
  isCreate?: boolean;
}

/** What a hook of the endpoint takes: nothing when the endpoint has neither parameters, query nor body. */
// biome-ignore lint/suspicious/noConfusingVoidType: only `void` lets RTK Query's hooks be called without an argument.
type Input<E extends Endpoint> = unknown extends Sent<E> ? void : Sent<E>;

/**
 * An endpoint of the contracts as RTK Query wants it: `build.query({ ...fromContract(drivers.listDrivers), providesTags: […] })`.
 * Argument and answer types follow from the contract.
 */
export function fromContract<E extends Endpoint>(endpoint: E) {
  return {
    query: (input: Input<E>): ApiRequest => ({ endpoint, wire: toWire(endpoint, (input ?? {}) as Sent<E>) }),
    transformResponse: (answer: Answer<E>): Answer<E> => answer,
  };
}

/** As `fromContract`, for an endpoint that makes something new: sent again after its answer was lost, it is done once. */
export function creates<E extends Endpoint>(endpoint: E) {
  const contract = fromContract(endpoint);
  return { ...contract, query: (input: Input<E>): ApiRequest => ({ ...contract.query(input), isCreate: true }) };
}
