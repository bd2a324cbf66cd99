import { z } from 'zod';
import { createSwitches, unknownHere } from '../web/control.ts';
import type { GrantDesk } from './grants.ts';

const MintBody = z.strictObject({
  email: z.email().max(254),
  name: z.string().trim().min(1).max(100).default('Pat Moreno'),
  scope: z.string().min(1).max(2_000).optional(),
});

/** The access people gave at this provider: to look at, to give without a browser, to withdraw. */
export function createGrantSwitches(name: string, desk: GrantDesk) {
  const path = `/services/${name}/grants`;
  return createSwitches({
    [`GET ${path}`]: () => desk.list(),
    [`POST ${path}`]: (_id, body) => desk.mint({ scope: undefined, ...MintBody.parse(body) }),
    [`DELETE ${path}/:id`]: async (email) => {
      if (!(await desk.withdraw(email))) throw unknownHere('This person gave no access.');
    },
  });
}
