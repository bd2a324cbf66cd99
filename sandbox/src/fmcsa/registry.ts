import { z } from 'zod';
import { unknownHere } from '../web/control.ts';
import { daysBefore, type Identity, type Registrant, type RegistrantState, stateAt } from './registrant.ts';
import { createBroker, seedRegistrants } from './seed.ts';

const dayMs = 86_400_000;
const Text = z.string().trim().min(1, 'Give some text').max(120, 'Give 120 characters at most');
const Digits = z.string().regex(/^\d{1,8}$/, 'Give up to eight digits');

/** An edit of a company. For a USDOT number that is not in the register it makes a new broker, which needs `mc` and `legalName`. */
export const RegistrantEdit = z.strictObject({
  mc: Digits.optional(),
  /** Freight forwarder numbers, which the census then lists before the MC number. */
  olderFf: z.array(Digits).max(2, 'The census has three numbers at most').optional(),
  legalName: Text.optional(),
  dbaName: Text.nullable().optional(),
  street: Text.optional(),
  city: Text.optional(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Give two capital letters')
    .optional(),
  zip: z
    .string()
    .regex(/^\d{5}$/, 'Give five digits')
    .optional(),
  phone: z
    .string()
    .regex(/^\d{10}$/, 'Give the phone as ten digits')
    .optional(),
  email: z.email().nullable().optional(),
  officers: z.array(Text).max(2, 'FMCSA publishes two officers at most').optional(),
  /** How long ago a new broker got its authority. */
  brokerDays: z.int().min(0).max(20_000).optional(),
});
type RegistrantEdit = z.infer<typeof RegistrantEdit>;

/** What can happen to a company at FMCSA. */
export const registrantActions = ['revoke', 'reinstate', 'cancel-bond', 'file-bond', 'out-of-service', 'back-in-service'] as const;
export type RegistrantAction = (typeof registrantActions)[number];
export const ActionBody = z.strictObject({ daysAgo: z.int().min(0).max(3_650).default(0) });

const blankIdentity = {
  dbaName: null,
  street: '100 MAIN ST',
  city: 'OMAHA',
  state: 'NE',
  zip: '68102',
  phone: '4025550100',
  email: null,
  officers: ['PAT DOE'],
};

/** FMCSA's register. QCMobile and the open data both answer from it. */
export class Registry {
  #registrants = new Map<string, Registrant>();

  constructor() {
    this.reset();
  }

  reset(): void {
    this.#registrants = new Map(seedRegistrants(Date.now()).map((registrant) => [registrant.dot, registrant]));
  }

  /** Everyone as the register showed them `ageDays` ago. */
  list(ageDays = 0): RegistrantState[] {
    const atMs = Date.now() - ageDays * dayMs;
    return [...this.#registrants.values()].map((registrant) => stateAt(registrant, atMs));
  }

  find(dot: string, ageDays = 0): RegistrantState | undefined {
    const registrant = this.#registrants.get(dot);
    return registrant && stateAt(registrant, Date.now() - ageDays * dayMs);
  }

  /** By the digits of a docket alone, as FMCSA searches. So an MC and an FF with the same digits are both found. */
  findByDocket(number: string): RegistrantState[] {
    return [...this.#registrants.values()]
      .filter(({ docket, olderDockets }) => [...olderDockets, docket].some((one) => one.number === number))
      .map((registrant) => stateAt(registrant, Date.now()));
  }

  findByName(name: string): RegistrantState[] {
    const words = name.trim().toUpperCase();
    return this.list().filter(({ legalName, dbaName }) => legalName.includes(words) || (dbaName?.includes(words) ?? false));
  }

  edit(dot: string, edit: RegistrantEdit): RegistrantState {
    const { mc, olderFf, brokerDays = 1_000, ...given } = edit;
    const olderDockets = olderFf?.map((number) => ({ prefix: 'FF' as const, number }));
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Identity>;
    const known = this.#registrants.get(dot);
    if (known) {
      const last = known.identities.at(-1)?.identity;
      if (last) known.identities.push({ sinceMs: Date.now(), identity: { ...last, ...changes } });
      if (mc !== undefined) known.docket = { prefix: known.docket.prefix, number: mc };
      if (olderDockets !== undefined) known.olderDockets = olderDockets;
      return stateAt(known, Date.now());
    }
    const created = z.object({ mc: Digits, legalName: Text }).parse({ mc, legalName: given.legalName });
    const identity: Identity = { ...blankIdentity, ...changes, legalName: created.legalName };
    const broker = createBroker(Digits.parse(dot), created.mc, identity, daysBefore(Date.now(), brokerDays));
    const registrant = { ...broker, olderDockets: olderDockets ?? [] };
    this.#registrants.set(dot, registrant);
    return stateAt(registrant, Date.now());
  }

  act(dot: string, action: RegistrantAction, daysAgo: number): RegistrantState {
    const registrant = this.#registrants.get(dot);
    if (!registrant) throw unknownHere('The register has no such USDOT number.');
    const on = daysBefore(Date.now(), daysAgo);
    if (action === 'revoke') registrant.authority.push({ kind: 'broker', status: 'Inactive', reason: 'Involuntary Revocation', on });
    else if (action === 'reinstate') registrant.authority.push({ kind: 'broker', status: 'Active', reason: 'REINSTATED', on });
    else if (action === 'cancel-bond') {
      registrant.filings = registrant.filings.map((filing) =>
        filing.form !== 'BMC-91X' && filing.cancelledOn === null ? { ...filing, cancelledOn: on } : filing,
      );
    } else if (action === 'file-bond') {
      const policy = `FB${registrant.docket.number}-${registrant.filings.length}`;
      registrant.filings.push({
        form: 'BMC-84',
        dollars: 75_000,
        policy,
        company: 'GREAT PLAINS SURETY COMPANY',
        effectiveOn: on,
        cancelledOn: null,
      });
    } else registrant.outOfService = action === 'out-of-service' ? { on, reason: 'Unsatisfactory = Unfit' } : null;
    return stateAt(registrant, Date.now());
  }
}
