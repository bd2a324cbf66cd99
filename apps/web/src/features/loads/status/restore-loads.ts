import type { LoadRow } from '@headhaul/contracts/loads/record';
import { describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { notify } from '../../../shared/notify.ts';
import { createStore } from '../../../shared/store.ts';
import { loadChangesApi } from '../changes.api.ts';

type Binned = Pick<LoadRow, 'id' | 'loadNumber'>;

export interface RestoreQuestion {
  load: Binned;
  words: string;
}

/** Asked one after the other, on any screen, because the menu or the toast that began it is gone by then. */
const questions = createStore<readonly RestoreQuestion[]>([]);

export function dropRestoreQuestion(question: RestoreQuestion): void {
  questions.set(questions.get().filter((one) => one !== question));
}

export function useRestoreQuestion(): RestoreQuestion | undefined {
  return questions.use()[0];
}

/** Takes a load out of the bin. Asks first when its driver has another load at that time. */
export function useRestoreLoad() {
  const [restoreLoad, { isLoading }] = loadChangesApi.useRestoreLoadMutation();
  const restore = async ({ id, loadNumber }: Binned, isConfirmed = false): Promise<void> => {
    const { error } = await restoreLoad({ ...suppressToast, params: { id }, query: isConfirmed ? { confirmDoubleBooking: 'true' } : {} });
    if (error === undefined) return;
    const { type, message } = describeFailure(error);
    if (failureCode(error) === 'confirmation_needed') questions.set([...questions.get(), { load: { id, loadNumber }, words: message }]);
    else notify(type, message);
  };
  return { restore, isRestoring: isLoading };
}
