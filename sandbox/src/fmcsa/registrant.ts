/** A company in FMCSA's register, as the sandbox keeps it. Dates are `2026-10-29`. */
export interface Registrant {
  dot: string;
  docket: Docket;
  /** Numbers that the census lists before that one. */
  olderDockets: Docket[];
  /** The newest last. An edit adds one, so that older data can still show the one before. */
  identities: { sinceMs: number; identity: Identity }[];
  authority: AuthorityEvent[];
  filings: Filing[];
  outOfService: { on: string; reason: string } | null;
  addedOn: string;
  powerUnits: number;
}

export interface Docket {
  prefix: 'MC' | 'FF';
  number: string;
}

export interface Identity {
  legalName: string;
  dbaName: string | null;
  street: string;
  city: string;
  state: string;
  zip: string;
  /** Ten digits. */
  phone: string;
  email: string | null;
  officers: string[];
}

export type AuthorityKind = 'broker' | 'property' | 'forwarder';

/** A change of one authority. `reason` and `status` are the words of FMCSA's open data. */
export interface AuthorityEvent {
  kind: AuthorityKind;
  status: 'Active' | 'Inactive' | 'Pending';
  reason: string;
  on: string;
}

/** Insurance, or a broker's bond (BMC-84) or trust fund (BMC-85). */
export interface Filing {
  form: 'BMC-84' | 'BMC-85' | 'BMC-91X';
  dollars: number;
  policy: string;
  company: string;
  effectiveOn: string;
  cancelledOn: string | null;
}

/** What the register says about a company on one day. */
export interface RegistrantState extends Identity {
  dot: string;
  docket: Docket;
  olderDockets: Docket[];
  addedOn: string;
  powerUnits: number;
  outOfService: Registrant['outOfService'];
  /** Changes up to that day, the oldest first. */
  authority: AuthorityEvent[];
  filingsOnFile: Filing[];
  filingsCancelled: Filing[];
}

const dayMs = 86_400_000;

/** `2026-10-29`, in UTC. */
function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function daysBefore(ms: number, days: number): string {
  return dateOf(ms - days * dayMs);
}

export function stateAt({ identities, ...registrant }: Registrant, ms: number): RegistrantState {
  const today = dateOf(ms);
  const current = identities.findLast(({ sinceMs }) => sinceMs <= ms) ?? identities[0];
  if (current === undefined) throw new Error(`${registrant.dot} has no name`);
  const begun = registrant.filings.filter(({ effectiveOn }) => effectiveOn <= today);
  return {
    ...registrant,
    ...current.identity,
    outOfService: registrant.outOfService !== null && registrant.outOfService.on <= today ? registrant.outOfService : null,
    authority: registrant.authority.filter(({ on }) => on <= today).sort((left, right) => left.on.localeCompare(right.on)),
    filingsOnFile: begun.filter(({ cancelledOn }) => cancelledOn === null || cancelledOn > today),
    filingsCancelled: begun.filter(({ cancelledOn }) => cancelledOn !== null && cancelledOn <= today),
  };
}

/** The last change of an authority, or undefined when the company never had it. */
export function authorityOf({ authority }: Pick<RegistrantState, 'authority'>, kind: AuthorityKind): AuthorityEvent | undefined {
  return authority.findLast((event) => event.kind === kind);
}

/** The bond or trust fund on file, in dollars. */
export function bondDollars({ filingsOnFile }: RegistrantState): number {
  return Math.max(0, ...filingsOnFile.filter(({ form }) => form !== 'BMC-91X').map(({ dollars }) => dollars));
}

export function liabilityDollars({ filingsOnFile }: RegistrantState): number {
  return Math.max(0, ...filingsOnFile.filter(({ form }) => form === 'BMC-91X').map(({ dollars }) => dollars));
}
