import { z } from 'zod';
import { createSwitches, unknownHere } from '../web/control.ts';
import type { Grants } from './grants.ts';

const MintBody = z.strictObject({
  email: z.email().max(254),
  name: z.string().trim().min(1).max(100).default('Pat Moreno'),
  scope: z.string().min(1).max(2_000).optional(),
});

/** Lists the access that people gave at this provider, gives access without a browser, and withdraws it. */
export function createGrantSwitches(name: string, grants: Grants) {
  const path = `/services/${name}/grants`;
  return createSwitches({
    [`GET ${path}`]: () => grants.list(),
    [`POST ${path}`]: (_id, body) => grants.mint({ scope: undefined, ...MintBody.parse(body) }),
    [`DELETE ${path}/:id`]: async (email) => {
      if (!(await grants.withdraw(email))) throw unknownHere('This person gave no access.');
    },
  });
}
