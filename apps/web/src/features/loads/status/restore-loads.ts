import type { LoadRow } from '@headhaul/contracts/loads/record';
import { confirmationOf, describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { notify } from '../../../shared/notify.ts';
import { createStore } from '../../../shared/store.ts';
import { loadChangesApi } from '../changes.api.ts';

type Binned = Pick<LoadRow, 'id' | 'loadNumber'>;

interface Confirmed {
  confirmDoubleBooking?: 'true';
  confirmFactor?: 'true';
}

export interface RestoreQuestion {
  load: Binned;
  kind: 'factor' | 'double-booking';
  words: string;
  /** What is sent if the person means it so, with what they have confirmed before. */
  confirmed: Confirmed;
}

/** Asked one after the other, on any screen, because the menu or the toast that began it is gone by then. */
const questions = createStore<readonly RestoreQuestion[]>([]);

export function dropRestoreQuestion(question: RestoreQuestion): void {
  questions.set(questions.get().filter((one) => one !== question));
}

export function useRestoreQuestion(): RestoreQuestion | undefined {
  return questions.use()[0];
}

/** Takes a load out of the bin. Asks first when its driver has another load at that time, and when the factor speaks against it. */
export function useRestoreLoad() {
  const [restoreLoad, { isLoading }] = loadChangesApi.useRestoreLoadMutation();
  const restore = async ({ id, loadNumber }: Binned, confirmed: Confirmed = {}): Promise<void> => {
    const { error } = await restoreLoad({ ...suppressToast, params: { id }, query: confirmed });
    if (error === undefined) return;
    const { type, message } = describeFailure(error);
    if (failureCode(error) !== 'confirmation_needed') return notify(type, message);
    const asked =
      confirmationOf(error) === 'FACTOR'
        ? { kind: 'factor' as const, confirmed: { ...confirmed, confirmFactor: 'true' as const } }
        : { kind: 'double-booking' as const, confirmed: { ...confirmed, confirmDoubleBooking: 'true' as const } };
    questions.set([...questions.get(), { load: { id, loadNumber }, words: message, ...asked }]);
  };
  return { restore, isRestoring: isLoading };
}
