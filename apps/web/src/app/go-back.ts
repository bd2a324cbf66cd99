import type { NavigateFunction } from 'react-router';

/** One step back inside the app; a page opened by its address alone has nothing behind it and leads to the main page. */
export function goBack(navigate: NavigateFunction): void {
  const { idx } = (window.history.state ?? {}) as { idx?: number };
  void (idx !== undefined && idx > 0 ? navigate(-1) : navigate('/'));
}
