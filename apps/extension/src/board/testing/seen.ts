import { vi } from 'vitest';

type Report = (entries: { target: Element; isVisible: boolean }[]) => void;

/** A browser that says of the elements that are looked at whether they are seen. They are, until `say` tells otherwise. */
export function stubSight(): { say(element: Element, isVisible: boolean): void } {
  const reports = new Map<Element, Report>();
  const say = (target: Element, isVisible: boolean) => reports.get(target)?.([{ target, isVisible }]);
  vi.stubGlobal(
    'IntersectionObserverEntry',
    class {
      get isVisible() {
        return false;
      }
    },
  );
  vi.stubGlobal('IntersectionObserver', function watch(report: Report) {
    const observed = new Set<Element>();
    return {
      observe(target: Element) {
        observed.add(target);
        reports.set(target, report);
        queueMicrotask(() => say(target, true));
      },
      unobserve: () => undefined,
      disconnect() {
        for (const target of observed) reports.delete(target);
        observed.clear();
      },
    };
  });
  return { say };
}
