import type { SignIn } from '@headhaul/contracts/sign-ins';
import { useState } from 'react';
import { useIsOffline } from '../../shared/list/list-states/offline-strip.tsx';
import { notify } from '../../shared/notify.ts';
import { deviceOf, firstName } from './sign-in-labels.ts';
import { signInsApi } from './sign-ins.api.ts';

export interface SignInActions {
  busyId: string | null;
  /** Why nothing can be ended just now. */
  blocked: string | null;
  end: (signIn: SignIn) => Promise<void>;
  confirm: (signIn: SignIn) => Promise<void>;
}

/** Ending is felt within a second there; what was not answered is said by a toast of the call. */
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
