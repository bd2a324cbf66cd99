import type { SignIn } from '@headhaul/contracts/sign-ins';
import { useState } from 'react';
import { useIsOffline } from '../../shared/list/list-states/offline-strip.tsx';
import { notify } from '../../shared/notify.ts';
import { deviceOf, firstName } from './sign-in-labels.ts';
import { signInsApi } from './sign-ins.api.ts';

export interface SignInActions {
  busyId: string | null;
  /** Why no session can be ended now. */
  blocked: string | null;
  end: (signIn: SignIn) => Promise<void>;
  confirm: (signIn: SignIn) => Promise<void>;
}

/** Ends or confirms sign-ins. An ended session closes within a second. A failed call shows its own toast. */
export function useSignInActions(): SignInActions {
  const isOffline = useIsOffline();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [endOne] = signInsApi.useEndSignInMutation();
  const [confirmOne] = signInsApi.useConfirmSignInMutation();
  const blocked = isOffline ? 'You are offline. Sessions can be ended once you are back.' : null;

  async function run(signIn: SignIn, work: () => Promise<{ error?: unknown }>, done: string): Promise<void> {
    if (blocked !== null || busyId !== null) return;
    setBusyId(signIn.id);
    const { error } = await work();
    setBusyId(null);
    if (error === undefined) notify('success', done);
  }

  const whose = (signIn: SignIn) => (signIn.isYou ? 'your' : `${firstName(signIn)}’s`);
  return {
    busyId,
    blocked,
    end: (signIn) => run(signIn, () => endOne({ params: { id: signIn.id } }), `Ended ${whose(signIn)} session: ${deviceOf(signIn).name}`),
    confirm: (signIn) => run(signIn, () => confirmOne({ params: { id: signIn.id } }), 'Saved. This device is known now.'),
  };
}
