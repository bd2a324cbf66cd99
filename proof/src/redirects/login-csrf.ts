import type { Random } from '../lib/random.ts';
import { approveAtProvider } from '../lib/sandbox.ts';
import { openCallback, readCallbackToken, type StartedSignIn, startSignIn } from '../lib/sign-in.ts';

const subjects = ['demo-owner', 'demo-dispatcher', 'demo-carrier', 'demo-newcomer'] as const;

/** Cookies that a victim's browser sends when it is lured to the attacker's callback address. */
const victims: Record<string, (attacker: StartedSignIn, victim: StartedSignIn) => string> = {
  'no cookie': () => '',
  'the cookie of a sign-in of its own': (_attacker, victim) => victim.flowCookie,
  'its own flow under the attacker’s cookie name': (attacker, victim) => rename(victim.flowCookie, attacker.flowCookie),
  'a cookie that is cut off': (attacker) => attacker.flowCookie.slice(0, -4),
  'a cookie without content': (attacker) => `${attacker.flowCookie.split('=', 1)[0]}=`,
};

function rename(cookie: string, like: string): string {
  return `${like.split('=', 1)[0]}=${cookie.slice(cookie.indexOf('=') + 1)}`;
}

export interface CsrfResult {
  tried: number;
  /** Lures that gave the victim's browser a code. */
  won: string[];
  /** Callbacks opened by the browser that started them, which must work: otherwise the lures prove nothing. */
  controls: number;
  controlsGranted: number;
}

/** The attacker signs in at the provider, keeps the callback address unopened and sends it to a victim. */
export async function lureOnce(origin: string, redirectTo: string, random: Random, result: CsrfResult): Promise<void> {
  const [attacker, victim] = await Promise.all([startSignIn(origin, redirectTo), startSignIn(origin, redirectTo)]);
  const callback = await approveAtProvider(attacker.providerAddress, random.pick(subjects));
  for (const [how, cookieOf] of Object.entries(victims)) {
    result.tried += 1;
    if (readCallbackToken(await openCallback(callback, cookieOf(attacker, victim)))) result.won.push(how);
  }
  // The same address works in the browser that started the sign-in. So the lures above failed only because of their cookies.
  result.controls += 1;
  if (readCallbackToken(await openCallback(callback, attacker.flowCookie))) result.controlsGranted += 1;

  // A new code of the attacker, with the victim's state and cookie.
  const second = await startSignIn(origin, redirectTo);
  const swapped = new URL(await approveAtProvider(second.providerAddress, random.pick(subjects)));
  swapped.searchParams.set('state', victim.state);
  result.tried += 1;
  if (readCallbackToken(await openCallback(swapped.href, victim.flowCookie)))
    result.won.push('the attacker’s code with the victim’s state');
}
