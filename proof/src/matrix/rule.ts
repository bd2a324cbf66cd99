import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import type { OneTimeCode } from '../lib/people.ts';
import type { ActorName, Member, ObjectState, World } from './actors.ts';

export interface Answer {
  status: number;
  contentType: string;
  body: string;
}

/** One request of one actor about an object in one state, and the means to put it together. */
export interface Cell {
  world: World;
  actor: ActorName;
  state: ObjectState;
  person: Member | undefined;
  call(endpoint: Endpoint, parts: object): Promise<Answer>;
  issueCode(): Promise<OneTimeCode>;
  refreshToken(): Promise<string>;
  linkToken(): Promise<string>;
  mailToken(): Promise<string>;
  otherCompanyId(): Promise<string>;
  /** All rows of the foreign company, to see that a refused request has changed none. */
  readForeign(): Promise<string>;
}

/** What the actor may have to be. */
export type Guard = 'open' | 'member' | 'owner' | 'admin';

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** How one route is asked and what it must answer to somebody its guard lets through. */
export interface Rule {
  guard: Guard;
  /** The request for an object in this state; a route without an object asks the same thing four times. */
  ask?: (cell: Cell) => Parts | Promise<Parts>;
  /** It names an object: its answer differs by the object's state. By default what is not one's own is not found. */
  answers?: Partial<Record<ObjectState, number>>;
  /** What it does to one's own object wants a fresh sign-in; its contract can't say so, because what else it does doesn't. */
  ownWantsFresh?: true;
  /** An owner with a team is refused what a member may do. */
  refusesOwner?: true;
  /** Another company's object is named and the answer is no refusal; it must stay as it was all the same. */
  leavesForeign?: true;
  /** It works while the plan is paid for: a company whose plan has ended is refused. */
  needsPlan?: true;
  /** Saying who invites to which company is what the route is for. */
  namesInviter?: true;
  /** Headhaul's own staff reads of all companies. */
  namesEveryCompany?: true;
}
