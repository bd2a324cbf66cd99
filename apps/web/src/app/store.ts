import { configureStore, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { hitLimitOf, openPricing } from '../features/pricing/pricing-dialog.public.ts';
import { api } from '../shared/api/api.ts';
import { describeFailure, isQuietCall, isUnconfirmed } from '../shared/api/api-failure.ts';
import { notify } from '../shared/notify.ts';
import { getSession, subscribeSession } from '../shared/session/session-store.ts';

const failedCall = isRejectedWithValue();

/** Every failed call is told once, here; screens only decide what they show instead of the data. Quiet ones tell it themselves. */
const tellFailures: Middleware = () => (next) => (action) => {
  if (failedCall(action)) {
    const { payload, meta } = action as { payload: unknown; meta?: unknown };
    const limit = hitLimitOf(payload);
    // A limit of the plan has a better answer than a toast: the plans that lift it.
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

  // What one person saw is never shown to the next, whichever tab signed out or in.
  let userId = getSession()?.id ?? null;
  subscribeSession(() => {
    const currentId = getSession()?.id ?? null;
    if (currentId === userId) return;
    userId = currentId;
    store.dispatch(api.util.resetApiState());
  });
  return store;
}
