import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from './store.ts';

const store = createStore();

/** Around layouts whose screens call the API. Not around the whole app: the sign-in page then loads without the cache's code. */
export function StoreProvider({ children }: { children: ReactNode }) {
  return <Provider store={store}>{children}</Provider>;
}
