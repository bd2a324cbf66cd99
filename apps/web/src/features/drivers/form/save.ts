import { describeFailure } from '../../../shared/api/api-failure.ts';
import { serverErrors } from '../../../shared/form/form-errors.ts';
import { notify } from '../../../shared/notify.ts';
import { hitLimitOf } from '../../pricing/pricing-dialog.public.ts';

/** Shows a toast for a failure that no field of the form can show. For a limit of the plan the pricing dialog opens by itself. */
export function describeSaveFailure(failure: unknown): void {
  if (Object.keys(serverErrors(failure)).length > 0 || hitLimitOf(failure) !== null) return;
  const { type, message } = describeFailure(failure);
  notify(type, message);
}
