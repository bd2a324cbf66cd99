import { sessionEndpoints } from '@headhaul/contracts/session';
import { readCallbackToken, startConfirmation } from '../../shared/session/sign-in.ts';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';

/** Connects the window that returns from the provider with the page that opened it. The code works only with that page's secret. */
const channelName = 'hh.confirmed';

/** Sends the returned window's query to the waiting page. */
export function tellReturn(search: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(search);
  channel.close();
}

export type ProviderAnswer = 'confirmed' | 'not-said' | 'other-account' | 'failed';

export interface ProviderVisit {
  /** The address that the window opens. */
  address: string;
  answer: Promise<ProviderAnswer>;
  stop: () => void;
}

/** Called before the button is pressed, because browsers open a window only during the click. */
export async function prepareVisit(provider: 'google' | 'microsoft'): Promise<ProviderVisit> {
  const { address, verifier } = await startConfirmation(provider);
  const channel = new BroadcastChannel(channelName);
  const { promise, resolve } = Promise.withResolvers<ProviderAnswer>();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    void readReturn(typeof data === 'string' ? data : '', verifier).then(resolve);
  };
  return { address, answer: promise, stop: () => channel.close() };
}

async function readReturn(search: string, verifier: string): Promise<ProviderAnswer> {
  const query = new URLSearchParams(search);
  if (query.get('error') === 'other_account') return 'other-account';
  const token = readCallbackToken(query.get('token'));
  if (token === null) return 'failed';
  try {
    const { isConfirmed } = await callSignedIn(sessionEndpoints.confirmPerson, { body: { code: token.code, verifier } });
    return isConfirmed ? 'confirmed' : 'not-said';
  } catch (failure) {
    return isNotAllowed(failure) ? 'other-account' : 'failed';
  }
}

function isNotAllowed(failure: unknown): boolean {
  return failure instanceof Error && 'problem' in failure && (failure.problem as { code?: string }).code === 'not_allowed';
}
