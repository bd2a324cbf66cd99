import { createSwitches, type Switch } from '../web/control.ts';
import type { OddityControl } from './oddities.ts';

/** The switches of a JSON service as JSON on the home port: its oddities, the requests it got, and its own ones. */
export function createOdditySwitches(control: OddityControl, own: Readonly<Record<string, Switch>> = {}) {
  const path = `/services/${control.name}`;
  return createSwitches({
    [`GET ${path}/oddities`]: () => control.oddities,
    [`PUT ${path}/oddities`]: (_id, body) => control.set(body),
    [`DELETE ${path}/oddities`]: () => void control.set({}),
    [`GET ${path}/requests`]: () => ({
      count: control.requestCount,
      limited: control.limitedCount,
      requests: control.requests,
    }),
    [`DELETE ${path}/requests`]: () => control.forgetRequests(),
    ...own,
  });
}
