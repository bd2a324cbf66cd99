import type { NavigateFunction } from 'react-router';

/** One step back inside the app; a page opened by its address alone has nothing behind it and leads to the main page. */
export function goBack(navigate: NavigateFunction): void {
  const { idx } = (window.history.state ?? {}) as { idx?: number };
  // Whoever presses again gets another try; a history that refuses is no reason for an error page.
  Promise.resolve(idx !== undefined && idx > 0 ? navigate(-1) : navigate('/')).catch((failure: unknown) =>
    console.warn('The browser refused to go back', failure),
  );
}
