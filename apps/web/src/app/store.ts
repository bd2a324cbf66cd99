import { configureStore, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { hitLimitOf, openPricing } from '../features/pricing/pricing-dialog.public.ts';
import { api } from '../shared/api/api.ts';
import { describeFailure, isQuietCall, isUnconfirmed } from '../shared/api/api-failure.ts';
import { notify } from '../shared/notify.ts';
import { getSession, subscribeSession } from '../shared/session/session-store.ts';

const failedCall = isRejectedWithValue();

/**
 * Shows one toast for every failed call. Screens only decide what they show instead of the data. For quiet calls the caller shows the
 * failure itself.
 */
const tellFailures: Middleware = () => (next) => (action) => {
  if (failedCall(action)) {
    const { payload, meta } = action as { payload: unknown; meta?: unknown };
    const limit = hitLimitOf(payload);
    // When a limit of the plan is reached, the plans that lift it are shown instead of a toast.
    const isAnswered = limit === null ? isQuietCall(meta) || isUnconfirmed(payload) : openPricing(limit);
    if (!isAnswered) {
      const { type, message } = describeFailure(payload);
      notify(type, message);
    }
  }
  return next(action);
};

export function createStore() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware, tellFailures),
  });
  setupListeners(store.dispatch);

  // Clear the cache when the person changes in any tab, so that nobody sees another person's data.
  let userId = getSession()?.id ?? null;
  subscribeSession(() => {
    const currentId = getSession()?.id ?? null;
    if (currentId === userId) return;
    userId = currentId;
    store.dispatch(api.util.resetApiState());
  });
  return store;
}
